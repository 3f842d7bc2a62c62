// Made by make-library from library/*.erl.
#include "abstraction/cfa/library.hpp"

namespace heddle::abstraction {

const std::vector<LibraryModule>& library_modules() {
  static const std::vector<LibraryModule> kModules = {
      {"gen_server", R"core(module 'gen_server' ['call'/2,
'call'/3,
'cast'/2,
'loop'/2,
'module_info'/0,
'module_info'/1,
'named'/4,
'reply'/2,
'server'/3,
'start'/3,
'start'/4,
'start_link'/3,
'start_link'/4,
'start_monitor'/3,
'start_monitor'/4,
'stop'/1,
'stop'/3]
attributes [%% Line 1
'file' =
%% Line 1
[{[103|[101|[110|[95|[115|[101|[114|[118|[101|[114|[46|[101|[114|[108]]]]]]]]]]]]]],1}]]
'start'/3 =
%% Line 7
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'self'
()
in  let <_4> =
apply 'started'/3
(_3, _0, _1)
in  apply 'answered'/1
(_4)
-| [{'function',{'start',3}}] )
'start_link'/3 =
%% Line 8
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'self'
()
in  let <_4> =
apply 'started'/3
(_3, _0, _1)
in  apply 'linked'/1
(_4)
-| [{'function',{'start_link',3}}] )
'start'/4 =
%% Line 9
( fun (_0,_1,_2,_3) ->
let <_4> =
call 'erlang':'self'
()
in  let <_5> =
apply 'started'/4
(_4, _0, _1, _2)
in  apply 'answered'/1
(_5)
-| [{'function',{'start',4}}] )
'start_link'/4 =
%% Line 10
( fun (_0,_1,_2,_3) ->
let <_4> =
call 'erlang':'self'
()
in  let <_5> =
apply 'started'/4
(_4, _0, _1, _2)
in  apply 'linked'/1
(_5)
-| [{'function',{'start_link',4}}] )
'start_monitor'/3 =
%% Line 11
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'self'
()
in  let <_4> =
apply 'started'/3
(_3, _0, _1)
in  let <_5> =
apply 'answered'/1
(_4)
in  apply 'watched'/1
(_5)
-| [{'function',{'start_monitor',3}}] )
'start_monitor'/4 =
%% Line 12
( fun (_0,_1,_2,_3) ->
let <_4> =
call 'erlang':'self'
()
in  let <_5> =
apply 'started'/4
(_4, _0, _1, _2)
in  let <_6> =
apply 'answered'/1
(_5)
in  apply 'watched'/1
(_6)
-| [{'function',{'start_monitor',4}}] )
'linked'/1 =
%% Line 14
( fun (_0) ->
do  call 'heddle_erlang':'linked'
(( _0
-| [{'function',{'linked',1}}] ))
apply 'answered'/1
(( _0
-| [{'function',{'linked',1}}] ))
-| [{'function',{'linked',1}}] )
'watched'/1 =
%% Line 15
( fun (_0) ->
( case ( _0
-| [{'function',{'watched',1}}] ) of
<{'ok',Server}> when 'true' ->
let <_1> =
call 'erlang':'monitor'
('process', Server)
in  {'ok',{Server,_1}}
%% Line 16
<Result> when 'true' ->
Result
end
-| [{'function',{'watched',1}}] )
-| [{'function',{'watched',1}}] )
'started'/3 =
%% Line 19
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
apply 'server'/3
(_0, _1, _2)
in  call 'erlang':'spawn'
(_3)
-| [{'function',{'started',3}}] )
'started'/4 =
%% Line 20
( fun (_0,_1,_2,_3) ->
let <_4> =
fun () ->
apply 'named'/4
(_0, _1, _2, _3)
in  call 'erlang':'spawn'
(_4)
-| [{'function',{'started',4}}] )
'answered'/1 =
%% Line 21
( fun (_0) ->
%% Line 22
case call 'heddle':'ends'
(( _0
-| [{'function',{'answered',1}}] )) of
%% Line 23
<'true'> when 'true' ->
let <_1> =
call 'heddle':'opaque'
()
in  {'error',_1}
%% Line 24
<'false'> when 'true' ->
( letrec
'recv$^0'/0 =
fun () ->
let <_7,_5> =
primop 'recv_peek_message'
()
in  case _7 of
<'true'> when 'true' ->
case _5 of
<{'$started',_4,Result}>
when call 'erlang':'=:='
(_4,
( _0
-| [{'function',{'answered',1}}] )) ->
do  primop 'remove_message'
()
Result
( <Other> when 'true' ->
do  primop 'recv_next'
()
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['compiler_generated','dialyzer_ignore'] )
end
( <'false'> when 'true' ->
let <_6> =
primop 'recv_wait_timeout'
('infinity')
in  case _6 of
<'true'> when 'true' ->
'true'
( <'false'> when 'true' ->
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['dialyzer_ignore'] )
end
-| ['dialyzer_ignore'] )
end
in  ( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
-| [{'function',{'answered',1}}] )
'named'/4 =
%% Line 28
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<Parent,{'via',Via,Name},M,A> when 'true' ->
let <_4> =
call %% Line 29
'erlang':%% Line 29
'self'
()
in  %% Line 29
case call Via:'register_name'
(Name, _4) of
%% Line 30
<'yes'> when 'true' ->
apply 'server'/3
(Parent, M, A)
%% Line 31
<'no'> when 'true' ->
let <_6> =
call 'erlang':'self'
()
in  let <_5> =
call Via:'whereis_name'
(Name)
in  call 'erlang':'!'
(Parent, {'$started',_6,{'error',{'already_started',_5}}})
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
%% Line 33
<Parent,Name,M,A> when 'true' ->
let <_9> =
case %% Line 34
Name of
%% Line 34
<{'local',Local}> when 'true' ->
Local
%% Line 34
<_23> when 'true' ->
call 'heddle':'opaque'
()
end
in  %% Line 35
try
let <_11> =
call 'erlang':'self'
()
in  call 'erlang':'register'
(_9, _11)
of <_12> ->
%% Line 36
apply 'server'/3
(Parent, M, A)
catch <_16,_15,_14> ->
let <_18> =
call %% Line 38
'erlang':%% Line 38
'self'
()
in  let <_17> =
call %% Line 38
'erlang':%% Line 38
'whereis'
(_9)
in  %% Line 38
call 'erlang':'!'
(Parent, {'$started',_18,{'error',{'already_started',_17}}})
end
-| [{'function',{'named',4}}] )
-| [{'function',{'named',4}}] )
'server'/3 =
%% Line 41
( fun (_0,_1,_2) ->
let <_7> =
try
%% Line 42
call _1:'init'
(_2)
of <_3> ->
_3
catch <_6,_5,_4> ->
%% Line 42
case <_6,_5,_4> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_19> when 'true' ->
Thrown
( <_20,_21,_22> when 'true' ->
primop 'raise'
(_22, _21)
-| ['compiler_generated'] )
end
in  %% Line 42
case _7 of
%% Line 43
<{'ok',State}> when 'true' ->
let <_9> =
call 'erlang':'self'
()
in  let <_8> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_9,{'ok',_8}})
apply 'loop'/2
(_1, State)
%% Line 44
<{'ok',State,Then}> when 'true' ->
let <_11> =
call 'erlang':'self'
()
in  let <_10> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_11,{'ok',_10}})
apply 'then'/3
(_1, State, Then)
%% Line 45
<{'stop',Reason}> when 'true' ->
let <_12> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_12,{'error',Reason}})
call 'erlang':'exit'
(Reason)
%% Line 46
<_@r0 = {'error',Reason}> when 'true' ->
let <_13> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_13,_@r0})
%% Line 47
<'ignore'> when 'true' ->
let <_14> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_14,'ignore'})
( <_15> when 'true' ->
primop 'match_fail'
({'case_clause',_15})
-| ['compiler_generated'] )
end
-| [{'function',{'server',3}}] )
'loop'/2 =
%% Line 51
( fun (_0,_1) ->
let <_4> =
case %% Line 52
call 'erlang':'function_exported'
(_0, 'format_status', 2) of
%% Line 52
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 52
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
%% Line 52
( <_2> when 'true' ->
( call ( 'erlang'
-| ['compiler_generated'] ):( 'error'
-| ['compiler_generated'] )
(( {( 'badarg'
-| ['compiler_generated'] ),_2}
-| ['compiler_generated'] ))
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 52
case ( _4
-| ['compiler_generated'] ) of
%% Line 53
<'true'> when 'true' ->
let <_6> =
call 'heddle':'opaque'
()
in  let <_5> =
call 'heddle':'opaque'
()
in  call _0:'format_status'
(_6, [_5|[_1|[]]])
%% Line 54
<'false'> when 'true' ->
'ok'
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
let <_10> =
case %% Line 56
call 'erlang':'function_exported'
(_0, 'format_status', 1) of
%% Line 56
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 56
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
%% Line 56
( <_8> when 'true' ->
( call ( 'erlang'
-| ['compiler_generated'] ):( 'error'
-| ['compiler_generated'] )
(( {( 'badarg'
-| ['compiler_generated'] ),_8}
-| ['compiler_generated'] ))
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 56
case ( _10
-| ['compiler_generated'] ) of
%% Line 57
<'true'> when 'true' ->
let <_11> =
call 'heddle':'opaque'
()
in  call _0:'format_status'
(_11)
%% Line 58
<'false'> when 'true' ->
'ok'
( <_12> when 'true' ->
primop 'match_fail'
({'case_clause',_12})
-| ['compiler_generated'] )
end
let <_15> =
case %% Line 60
call 'erlang':'function_exported'
(_0, 'terminate', 2) of
%% Line 60
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 60
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
%% Line 60
( <_13> when 'true' ->
( call ( 'erlang'
-| ['compiler_generated'] ):( 'error'
-| ['compiler_generated'] )
(( {( 'badarg'
-| ['compiler_generated'] ),_13}
-| ['compiler_generated'] ))
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  %% Line 60
case ( _15
-| ['compiler_generated'] ) of
%% Line 61
<'true'> when 'true' ->
let <_16> =
call 'heddle':'opaque'
()
in  call _0:'terminate'
(_16, _1)
%% Line 62
<'false'> when 'true' ->
apply 'next'/2
(_0, _1)
( <_17> when 'true' ->
primop 'match_fail'
({'case_clause',_17})
-| ['compiler_generated'] )
end
-| [{'function',{'loop',2}}] )
'next'/2 =
%% Line 65
( fun (_0,_1) ->
( letrec
'recv$^0'/0 =
fun () ->
let <_21,_19> =
primop 'recv_peek_message'
()
in  case _21 of
<'true'> when 'true' ->
%% Line 66
case _19 of
%% Line 67
<{'$gen_call',From,Request}> when 'true' ->
do  primop 'remove_message'
()
%% Line 68
try
call _0:'handle_call'
(Request, From, _1)
of <_2> ->
%% Line 69
apply 'called'/3
(_0, From, _2)
catch <_6,_5,_4> ->
%% Line 70
case <_6,_5,_4> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_15> when 'true' ->
apply 'called'/3
(_0, From, Thrown)
( <_23,_24,_25> when 'true' ->
primop 'raise'
(_25, _24)
-| ['compiler_generated'] )
end
%% Line 72
<{'$gen_cast',Request}> when 'true' ->
do  primop 'remove_message'
()
%% Line 73
try
call _0:'handle_cast'
(Request, _1)
of <_7> ->
%% Line 74
apply 'handled'/2
(_0, _7)
catch <_11,_10,_9> ->
%% Line 75
case <_11,_10,_9> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_16> when 'true' ->
apply 'handled'/2
(_0, Thrown)
( <_27,_28,_29> when 'true' ->
primop 'raise'
(_29, _28)
-| ['compiler_generated'] )
end
%% Line 77
<{'$gen_stop',From,Reason}> when 'true' ->
do  primop 'remove_message'
()
do  call 'erlang':'!'
(From, '$stopped')
call 'erlang':'exit'
(Reason)
%% Line 78
<{'system',_17,_18}> when 'true' ->
do  primop 'remove_message'
()
let <_12> =
apply 'looked_at'/2
(_0, _1)
in  apply 'loop'/2
(_0, _12)
%% Line 79
<Message> when 'true' ->
do  primop 'remove_message'
()
apply 'info'/3
(_0, Message, _1)
end
( <'false'> when 'true' ->
let <_20> =
primop 'recv_wait_timeout'
('infinity')
in  case _20 of
<'true'> when 'true' ->
'true'
( <'false'> when 'true' ->
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['dialyzer_ignore'] )
end
-| ['dialyzer_ignore'] )
end
in  ( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
-| [{'function',{'next',2}}] )
'looked_at'/2 =
%% Line 83
( fun (_0,_1) ->
%% Line 84
case call 'heddle':'choice'
(['same'|['replaced'|['changed']]]) of
%% Line 85
<'same'> when 'true' ->
call 'heddle':'shown'
(_1)
%% Line 86
<'replaced'> when 'true' ->
call 'heddle':'opaque'
()
%% Line 87
<'changed'> when 'true' ->
%% Line 88
case call 'erlang':'function_exported'
(_0, 'code_change', 3) of
%% Line 89
<'true'> when 'true' ->
let <_3> =
call %% Line 90
'heddle':%% Line 90
'opaque'
()
in  let <_2> =
call %% Line 90
'heddle':%% Line 90
'opaque'
()
in  %% Line 90
case call _0:'code_change'
(_3, _1, _2) of
%% Line 91
<{'ok',New}> when 'true' ->
New
%% Line 92
<_9> when 'true' ->
_1
end
%% Line 94
<'false'> when 'true' ->
_1
( <_5> when 'true' ->
primop 'match_fail'
({'case_clause',_5})
-| ['compiler_generated'] )
end
( <_6> when 'true' ->
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
-| [{'function',{'looked_at',2}}] )
'info'/3 =
%% Line 99
( fun (_0,_1,_2) ->
%% Line 100
case call 'erlang':'function_exported'
(_0, 'handle_info', 2) of
%% Line 101
<'true'> when 'true' ->
%% Line 102
try
call _0:'handle_info'
(_1, _2)
of <_3> ->
%% Line 103
apply 'handled'/2
(_0, _3)
catch <_7,_6,_5> ->
%% Line 104
case <_7,_6,_5> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_12> when 'true' ->
apply 'handled'/2
(_0, Thrown)
( <_14,_15,_16> when 'true' ->
primop 'raise'
(_16, _15)
-| ['compiler_generated'] )
end
%% Line 106
<'false'> when 'true' ->
apply 'loop'/2
(_0, _2)
( <_8> when 'true' ->
primop 'match_fail'
({'case_clause',_8})
-| ['compiler_generated'] )
end
-| [{'function',{'info',3}}] )
'then'/3 =
%% Line 110
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<M,State,{'continue',What}> when 'true' ->
%% Line 111
try
call M:'handle_continue'
(What, State)
of <_3> ->
%% Line 112
apply 'handled'/2
(M, _3)
catch <_7,_6,_5> ->
%% Line 113
case <_7,_6,_5> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_12> when 'true' ->
apply 'handled'/2
(M, Thrown)
( <_15,_16,_17> when 'true' ->
primop 'raise'
(_17, _16)
-| ['compiler_generated'] )
end
%% Line 115
<M,State,_13> when 'true' ->
%% Line 116
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 117
<'true'> when 'true' ->
apply 'info'/3
(M, 'timeout', State)
%% Line 118
<'false'> when 'true' ->
apply 'loop'/2
(M, State)
( <_8> when 'true' ->
primop 'match_fail'
({'case_clause',_8})
-| ['compiler_generated'] )
end
end
-| [{'function',{'then',3}}] )
-| [{'function',{'then',3}}] )
'called'/3 =
%% Line 121
( fun (_0,_1,_2) ->
%% Line 122
case _2 of
%% Line 123
<{'reply',Reply,State}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'loop'/2
(_0, State)
%% Line 124
<{'reply',Reply,State,Then}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'then'/3
(_0, State, Then)
%% Line 125
<{'stop',Reason,Reply,State}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'stopped'/3
(_0, Reason, State)
%% Line 126
<_7> when 'true' ->
apply 'handled'/2
(_0, _2)
end
-| [{'function',{'called',3}}] )
'handled'/2 =
%% Line 129
( fun (_0,_1) ->
%% Line 130
case _1 of
%% Line 131
<{'noreply',State}> when 'true' ->
apply 'loop'/2
(_0, State)
%% Line 132
<{'noreply',State,Then}> when 'true' ->
apply 'then'/3
(_0, State, Then)
%% Line 133
<{'stop',Reason,State}> when 'true' ->
apply 'stopped'/3
(_0, Reason, State)
%% Line 134
<_5> when 'true' ->
call 'erlang':'exit'
({'bad_return_value',_1})
end
-| [{'function',{'handled',2}}] )
'stopped'/3 =
%% Line 137
( fun (_0,_1,_2) ->
do  %% Line 138
case call 'erlang':'function_exported'
(_0, 'terminate', 2) of
%% Line 139
<'true'> when 'true' ->
call _0:'terminate'
(_1, _2)
%% Line 140
<'false'> when 'true' ->
'ok'
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
%% Line 142
call 'erlang':'exit'
(_1)
-| [{'function',{'stopped',3}}] )
'call'/2 =
%% Line 146
( fun (_0,_1) ->
apply 'call'/3
(_0, _1, 5000)
-| [{'function',{'call',2}}] )
'call'/3 =
%% Line 147
( fun (_0,_1,_2) ->
let <_4> =
call %% Line 148
'erlang':%% Line 148
'self'
()
in  let <_10> =
case %% Line 148
call 'erlang':'=:='
(_0, _4) of
%% Line 148
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 148
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
( case call 'erlang':'is_atom'
(_0) of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
let <_7> =
call 'erlang':'whereis'
(_0)
in  let <_6> =
call 'erlang':'self'
()
in  call 'erlang':'=:='
(_7, _6)
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 148
case ( _10
-| ['compiler_generated'] ) of
%% Line 149
<'true'> when 'true' ->
let <_11> =
call %% Line 150
'heddle':%% Line 150
'choice'
(%% Line 150
[[_0|[_1|[]]]|%% Line 151
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 150
call 'erlang':'exit'
({'calling_self',{'gen_server','call',_11}})
%% Line 152
<'false'> when 'true' ->
'ok'
( <_12> when 'true' ->
primop 'match_fail'
({'case_clause',_12})
-| ['compiler_generated'] )
end
let <_15> =
case %% Line 155
call 'erlang':'is_tuple'
(_0) of
%% Line 155
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 155
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
end
in  do  %% Line 155
case ( _15
-| ['compiler_generated'] ) of
%% Line 156
<'true'> when 'true' ->
let <_17> =
call %% Line 157
'heddle':%% Line 157
'opaque'
()
in  let <_16> =
call %% Line 157
'heddle':%% Line 157
'choice'
(%% Line 157
[[_0|[_1|[]]]|%% Line 158
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 157
call 'erlang':'exit'
({_17,{'gen_server','call',_16}})
%% Line 159
<'false'> when 'true' ->
'ok'
( <_18> when 'true' ->
primop 'match_fail'
({'case_clause',_18})
-| ['compiler_generated'] )
end
let <Reference> =
call %% Line 161
'erlang':%% Line 161
'make_ref'
()
in  let <_21> =
case _2 of
%% Line 162
<'infinity'> when 'true' ->
Reference
%% Line 162
<_37> when 'true' ->
['alias'|Reference]
end
in  do  %% Line 163
try
let <_23> =
call 'erlang':'self'
()
in  apply 'deliver'/2
(_0, {'$gen_call',{_23,_21},_1})
of <_24> ->
'ok'
catch <_28,_27,_26> ->
%% Line 164
case <_28,_27,_26> of
<( 'error'
-| ['compiler_generated'] ),_39,_40> when 'true' ->
let <_29> =
call %% Line 165
'heddle':%% Line 165
'choice'
(%% Line 165
[[_0|[_1|[]]]|%% Line 166
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 165
call 'erlang':'exit'
({'noproc',{'gen_server','call',_29}})
( <_46,_47,_48> when 'true' ->
primop 'raise'
(_48, _47)
-| ['compiler_generated'] )
end
%% Line 168
case call 'heddle':'ends'
(_0) of
%% Line 169
<'true'> when 'true' ->
let <_31> =
call %% Line 170
'heddle':%% Line 170
'opaque'
()
in  let <_30> =
call %% Line 170
'heddle':%% Line 170
'choice'
(%% Line 170
[[_0|[_1|[]]]|%% Line 171
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 170
call 'erlang':'exit'
({_31,{'gen_server','call',_30}})
%% Line 172
<'false'> when 'true' ->
( letrec
'recv$^0'/0 =
fun () ->
let <_44,_42> =
primop 'recv_peek_message'
()
in  case _44 of
<'true'> when 'true' ->
%% Line 173
case _42 of
<{_41,Reply}>
when call 'erlang':'=:='
(_41,
_21) ->
do  primop 'remove_message'
()
Reply
( <Other> when 'true' ->
do  primop 'recv_next'
()
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['compiler_generated','dialyzer_ignore'] )
end
<'false'> when 'true' ->
let <_43> =
primop 'recv_wait_timeout'
(_2)
in  case _43 of
<'true'> when 'true' ->
let <_32> =
call %% Line 175
'heddle':%% Line 175
'choice'
(%% Line 175
[[_0|[_1|[]]]|%% Line 176
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 175
call 'erlang':'exit'
({'timeout',{'gen_server','call',_32}})
( <'false'> when 'true' ->
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['dialyzer_ignore'] )
end
end
in  ( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
( <_33> when 'true' ->
primop 'match_fail'
({'case_clause',_33})
-| ['compiler_generated'] )
end
-| [{'function',{'call',3}}] )
'cast'/2 =
%% Line 179
( fun (_0,_1) ->
%% Line 180
try
apply 'deliver'/2
(_0, {'$gen_cast',_1})
of <_2> ->
'ok'
catch <_6,_5,_4> ->
'ok'
-| [{'function',{'cast',2}}] )
'deliver'/2 =
%% Line 181
( fun (_0,_1) ->
( case <_0,_1> of
<{'global',_7},Message> when 'true' ->
let <_2> =
call 'heddle':'opaque'
()
in  call 'erlang':'!'
(_2, Message)
%% Line 182
<{'via',Via,Name},Message> when 'true' ->
%% Line 183
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 184
<'true'> when 'true' ->
let <_3> =
call Via:'whereis_name'
(Name)
in  call 'erlang':'!'
(_3, Message)
%% Line 185
<'false'> when 'true' ->
call Via:'send'
(Name, Message)
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
%% Line 187
<Server,Message> when 'true' ->
call 'erlang':'!'
(Server, Message)
end
-| [{'function',{'deliver',2}}] )
-| [{'function',{'deliver',2}}] )
'reply'/2 =
%% Line 188
( fun (_0,_1) ->
( case <_0,_1> of
<{To,Tag},Reply> when 'true' ->
do  call 'erlang':'!'
(To, {Tag,Reply})
'ok'
( <_3,_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3,_2}
-| [{'function',{'reply',2}}] ))
-| [{'function',{'reply',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'reply',2}}] )
-| [{'function',{'reply',2}}] )
'stop'/1 =
%% Line 189
( fun (_0) ->
apply 'stop'/3
(( _0
-| [{'function',{'stop',1}}] ), 'normal', 'infinity')
-| [{'function',{'stop',1}}] )
'stop'/3 =
%% Line 191
( fun (_0,_1,_2) ->
let <_7> =
case %% Line 192
call 'heddle':'choice'
(['true'|['false']]) of
%% Line 193
<'true'> when 'true' ->
let <_3> =
call 'erlang':'self'
()
in  {'$gen_stop',_3,_1}
%% Line 194
<'false'> when 'true' ->
let <_5> =
call 'erlang':'self'
()
in  let <_4> =
call 'erlang':'make_ref'
()
in  {'system',{_5,_4},{'terminate',_1}}
( <_6> when 'true' ->
%% Line 192
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
in  do  %% Line 196
try
apply 'deliver'/2
(_0, _7)
of <_9> ->
'ok'
catch <_13,_12,_11> ->
case <_13,_12,_11> of
<( 'error'
-| ['compiler_generated'] ),_21,_22> when 'true' ->
call 'erlang':'exit'
('noproc')
( <_27,_28,_29> when 'true' ->
primop 'raise'
(_29, _28)
-| ['compiler_generated'] )
end
%% Line 197
case call 'heddle':'ends'
(_0) of
%% Line 198
<'true'> when 'true' ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
'ok'
<'false'> when 'true' ->
let <_14> =
call 'heddle':'opaque'
()
in  call 'erlang':'exit'
(_14)
( <_15> when 'true' ->
primop 'match_fail'
({'case_clause',_15})
-| ['compiler_generated'] )
end
%% Line 199
<'false'> when 'true' ->
( letrec
'recv$^0'/0 =
fun () ->
let <_25,_23> =
primop 'recv_peek_message'
()
in  case _25 of
<'true'> when 'true' ->
case _23 of
<'$stopped'> when 'true' ->
do  primop 'remove_message'
()
'ok'
( <Other> when 'true' ->
do  primop 'recv_next'
()
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['compiler_generated','dialyzer_ignore'] )
end
<'false'> when 'true' ->
let <_24> =
primop 'recv_wait_timeout'
(_2)
in  case _24 of
<'true'> when 'true' ->
call 'erlang':'exit'
('timeout')
( <'false'> when 'true' ->
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['dialyzer_ignore'] )
end
end
in  ( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
( <_16> when 'true' ->
primop 'match_fail'
({'case_clause',_16})
-| ['compiler_generated'] )
end
-| [{'function',{'stop',3}}] )
'module_info'/0 =
( fun () ->
call 'erlang':'get_module_info'
('gen_server')
-| [{'function',{'module_info',0}}] )
'module_info'/1 =
( fun (_0) ->
call 'erlang':'get_module_info'
('gen_server', ( _0
-| [{'function',{'module_info',1}}] ))
-| [{'function',{'module_info',1}}] )
end)core"},
      {"heddle_erlang", R"core(module 'heddle_erlang' ['++'/2,
'--'/2,
'alias'/0,
'alias'/1,
'answered_later'/2,
'can_be_timed'/2,
'cancel_timer'/1,
'cancel_timer'/2,
'check_process_code'/2,
'check_process_code'/3,
'demonitor'/1,
'demonitor'/2,
'exit'/2,
'garbage_collect'/0,
'garbage_collect'/1,
'garbage_collect'/2,
'group_leader'/0,
'group_leader'/2,
'has'/2,
'hibernate'/3,
'later'/1,
'link'/1,
'linked'/1,
'map_get'/2,
'module_info'/0,
'module_info'/1,
'monitor'/2,
'monitor'/3,
'node'/0,
'nodes'/0,
'read_timer'/1,
'read_timer'/2,
'send'/2,
'send'/3,
'send_after'/3,
'send_after'/4,
'send_nosuspend'/2,
'send_nosuspend'/3,
'spawn'/2,
'spawn'/3,
'spawn'/4,
'spawn_link'/1,
'spawn_link'/3,
'spawn_monitor'/1,
'spawn_monitor'/3,
'spawn_opt'/2,
'spawn_opt'/4,
'start_timer'/3,
'start_timer'/4,
'sublist'/1,
'tag'/1,
'told_later'/3,
'unalias'/1,
'unlink'/1,
'unregister'/1,
'watch'/4,
'watched'/2,
'with_options'/2,
'yield'/0]
attributes [%% Line 1
'file' =
%% Line 1
[{[104|[101|[100|[100|[108|[101|[95|[101|[114|[108|[97|[110|[103|[46|[101|[114|[108]]]]]]]]]]]]]]]]],1}],
%% Line 4
'compile' =
%% Line 4
['export_all'],
%% Line 5
'compile' =
%% Line 5
['nowarn_export_all'],
%% Line 6
'compile' =
%% Line 6
[{'no_auto_import',[{'spawn',2}|[{'spawn',3}|[{'spawn',4}|[{'spawn_link',1}|[{'spawn_link',3}|[{'spawn_monitor',1}|[{'spawn_monitor',3}|[{'link',1}|[{'unlink',1}|[{'monitor',2}|[{'monitor',3}|[{'demonitor',1}|[{'demonitor',2}|[{'exit',2}|[{'length',1}|[{'group_leader',2}]]]]]]]]]]]]]]]]}]]
'++'/2 =
%% Line 10
( fun (_0,_1) ->
( case <_0,_1> of
<[],B> when 'true' ->
B
%% Line 11
<[H|T],B> when 'true' ->
let <_2> =
apply '++'/2
(T, B)
in  [H|_2]
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'++',2}}] ))
-| [{'function',{'++',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'++',2}}] )
-| [{'function',{'++',2}}] )
'--'/2 =
%% Line 13
( fun (_0,_1) ->
( case <_0,_1> of
<A,B>
when let <_2> =
call 'erlang':'is_list'
(A)
in  let <_3> =
call 'erlang':'is_list'
(B)
in  call 'erlang':'and'
(_2, _3) ->
let <_4> =
apply 'sublist'/1
(A)
in  call 'heddle':'choice'
([A|[_4|[]]])
%% Line 14
<_7,_8> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'--',2}}] )
-| [{'function',{'--',2}}] )
'sublist'/1 =
%% Line 16
( fun (_0) ->
( case ( _0
-| [{'function',{'sublist',1}}] ) of
<[]> when 'true' ->
[]
%% Line 17
<[H|T]> when 'true' ->
%% Line 18
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 19
<'true'> when 'true' ->
let <_1> =
apply 'sublist'/1
(T)
in  [H|_1]
%% Line 20
<'false'> when 'true' ->
apply 'sublist'/1
(T)
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
( <_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3}
-| [{'function',{'sublist',1}}] ))
-| [{'function',{'sublist',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'sublist',1}}] )
-| [{'function',{'sublist',1}}] )
'has'/2 =
%% Line 24
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'false'
%% Line 25
<Option,[_5|_6]>
when call 'erlang':'=:='
(_5,
Option) ->
'true'
%% Line 26
<Option,[_7|T]> when 'true' ->
apply 'has'/2
(Option, T)
( <_3,_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3,_2}
-| [{'function',{'has',2}}] ))
-| [{'function',{'has',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'has',2}}] )
-| [{'function',{'has',2}}] )
'spawn'/2 =
%% Line 28
( fun (_0,_1) ->
call 'erlang':'spawn'
(_1)
-| [{'function',{'spawn',2}}] )
'spawn'/3 =
%% Line 29
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
call 'erlang':'apply'
(_0, _1, _2)
in  call 'erlang':'spawn'
(_3)
-| [{'function',{'spawn',3}}] )
'spawn'/4 =
%% Line 30
( fun (_0,_1,_2,_3) ->
apply 'spawn'/3
(_1, _2, _3)
-| [{'function',{'spawn',4}}] )
'spawn_link'/1 =
%% Line 31
( fun (_0) ->
let <P> =
call 'erlang':'spawn'
(( _0
-| [{'function',{'spawn_link',1}}] ))
in  do  apply 'linked'/1
(P)
P
-| [{'function',{'spawn_link',1}}] )
'spawn_link'/3 =
%% Line 32
( fun (_0,_1,_2) ->
let <P> =
apply 'spawn'/3
(_0, _1, _2)
in  do  apply 'linked'/1
(P)
P
-| [{'function',{'spawn_link',3}}] )
'spawn_monitor'/1 =
%% Line 33
( fun (_0) ->
let <P> =
call 'erlang':'spawn'
(( _0
-| [{'function',{'spawn_monitor',1}}] ))
in  let <_2> =
apply 'monitor'/2
('process', P)
in  {P,_2}
-| [{'function',{'spawn_monitor',1}}] )
'spawn_monitor'/3 =
%% Line 34
( fun (_0,_1,_2) ->
let <P> =
apply 'spawn'/3
(_0, _1, _2)
in  let <_4> =
apply 'monitor'/2
('process', P)
in  {P,_4}
-| [{'function',{'spawn_monitor',3}}] )
'spawn_opt'/2 =
%% Line 35
( fun (_0,_1) ->
let <_2> =
call 'erlang':'spawn'
(_0)
in  apply 'with_options'/2
(_2, _1)
-| [{'function',{'spawn_opt',2}}] )
'spawn_opt'/4 =
%% Line 36
( fun (_0,_1,_2,_3) ->
let <_4> =
apply 'spawn'/3
(_0, _1, _2)
in  apply 'with_options'/2
(_4, _3)
-| [{'function',{'spawn_opt',4}}] )
'with_options'/2 =
%% Line 37
( fun (_0,_1) ->
do  %% Line 38
case apply 'has'/2
('link', _1) of
<'true'> when 'true' ->
apply 'linked'/1
(_0)
<'false'> when 'true' ->
'ok'
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
%% Line 39
apply 'watched'/2
(_0, _1)
-| [{'function',{'with_options',2}}] )
'watched'/2 =
%% Line 40
( fun (_0,_1) ->
( case <_0,_1> of
<P,[]> when 'true' ->
P
%% Line 41
<P,['monitor'|_6]> when 'true' ->
let <_2> =
apply 'monitor'/2
('process', P)
in  {P,_2}
%% Line 42
<P,[{'monitor',Options}|_7]> when 'true' ->
let <_3> =
apply 'monitor'/3
('process', P, Options)
in  {P,_3}
%% Line 43
<P,[_8|T]> when 'true' ->
apply 'watched'/2
(P, T)
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'watched',2}}] ))
-| [{'function',{'watched',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'watched',2}}] )
-| [{'function',{'watched',2}}] )
'hibernate'/3 =
%% Line 45
( fun (_0,_1,_2) ->
do  call 'erlang':'apply'
(_0, _1, _2)
call 'erlang':'exit'
('normal')
-| [{'function',{'hibernate',3}}] )
'link'/1 =
%% Line 48
( fun (_0) ->
( case ( _0
-| [{'function',{'link',1}}] ) of
<P>
when try
let <_1> =
call 'erlang':'is_pid'
(( _0
-| [{'function',{'link',1}}] ))
in  let <_2> =
call 'erlang':'not'
(_1)
in  let <_3> =
call 'erlang':'is_port'
(( _0
-| [{'function',{'link',1}}] ))
in  let <_4> =
call 'erlang':'not'
(_3)
in  call 'erlang':'and'
(_2, _4)
of <Try> ->
Try
catch <T,R> ->
'false' ->
call 'erlang':'error'
('badarg')
%% Line 49
<P> when 'true' ->
%% Line 50
case call 'heddle':'ends'
(P) of
<'true'> when 'true' ->
call 'erlang':'error'
('noproc')
<'false'> when 'true' ->
apply 'linked'/1
(P)
( <_5> when 'true' ->
primop 'match_fail'
({'case_clause',_5})
-| ['compiler_generated'] )
end
end
-| [{'function',{'link',1}}] )
-| [{'function',{'link',1}}] )
'linked'/1 =
%% Line 51
( fun (_0) ->
do  %% Line 52
call 'heddle':'tie'
(( _0
-| [{'function',{'linked',1}}] ))
let <Self> =
call %% Line 53
'erlang':%% Line 53
'self'
()
in  do  %% Line 54
case call 'heddle':'traps_exits'
(Self) of
%% Line 55
<'true'> when 'true' ->
let <_3> =
fun () ->
let <_2> =
call 'heddle':'opaque'
()
in  call 'erlang':'!'
(Self, {'EXIT',( _0
-| [{'function',{'linked',1}}] ),_2})
in  call 'erlang':'spawn'
(_3)
%% Line 56
<'false'> when 'true' ->
'ok'
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
do  %% Line 58
case call 'heddle':'traps_exits'
(( _0
-| [{'function',{'linked',1}}] )) of
%% Line 59
<'true'> when 'true' ->
let <_6> =
fun () ->
let <_5> =
call 'heddle':'opaque'
()
in  call 'erlang':'!'
(( _0
-| [{'function',{'linked',1}}] ), {'EXIT',Self,_5})
in  call 'erlang':'spawn'
(_6)
%% Line 60
<'false'> when 'true' ->
'ok'
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
%% Line 62
'true'
-| [{'function',{'linked',1}}] )
'unlink'/1 =
%% Line 63
( fun (_0) ->
( case ( _0
-| [{'function',{'unlink',1}}] ) of
<P>
when call 'erlang':'is_pid'
(( _0
-| [{'function',{'unlink',1}}] )) ->
'true'
%% Line 64
<P>
when call 'erlang':'is_port'
(( _0
-| [{'function',{'unlink',1}}] )) ->
'true'
%% Line 65
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'unlink',1}}] )
-| [{'function',{'unlink',1}}] )
'exit'/2 =
%% Line 67
( fun (_0,_1) ->
( case <_0,_1> of
<P,_10>
when try
let <_2> =
call 'erlang':'is_pid'
(P)
in  let <_3> =
call 'erlang':'not'
(_2)
in  let <_4> =
call 'erlang':'is_port'
(P)
in  let <_5> =
call 'erlang':'not'
(_4)
in  call 'erlang':'and'
(_3, _5)
of <Try> ->
Try
catch <T,R> ->
'false' ->
call 'erlang':'error'
('badarg')
%% Line 68
<P,Reason> when 'true' ->
do  %% Line 69
call 'heddle':'kill'
(P)
%% Line 70
case call 'heddle':'traps_exits'
(P) of
%% Line 71
<'true'> when 'true' ->
let <_6> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(P, {'EXIT',_6,Reason})
'true'
%% Line 72
<'false'> when 'true' ->
'true'
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
end
-| [{'function',{'exit',2}}] )
-| [{'function',{'exit',2}}] )
'monitor'/2 =
%% Line 75
( fun (_0,_1) ->
let <Reference> =
call %% Line 76
'erlang':%% Line 76
'make_ref'
()
in  do  %% Line 77
apply 'watch'/4
('DOWN', Reference, _0, _1)
%% Line 78
Reference
-| [{'function',{'monitor',2}}] )
'monitor'/3 =
%% Line 80
( fun (_0,_1,_2) ->
let <Reference> =
call %% Line 81
'erlang':%% Line 81
'alias'
()
in  let <_4> =
apply %% Line 82
'tag'/1
(_2)
in  do  %% Line 82
apply 'watch'/4
(_4, Reference, _0, _1)
%% Line 83
Reference
-| [{'function',{'monitor',3}}] )
'tag'/1 =
%% Line 84
( fun (_0) ->
( case ( _0
-| [{'function',{'tag',1}}] ) of
<[]> when 'true' ->
'DOWN'
%% Line 85
<[{'tag',Tag}|_2]> when 'true' ->
Tag
%% Line 86
<[_3|T]> when 'true' ->
apply 'tag'/1
(T)
( <_1> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_1}
-| [{'function',{'tag',1}}] ))
-| [{'function',{'tag',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'tag',1}}] )
-| [{'function',{'tag',1}}] )
'watch'/4 =
%% Line 87
( fun (_0,_1,_2,_3) ->
let <_10> =
case %% Line 88
call 'erlang':'is_pid'
(_3) of
%% Line 88
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 88
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
( case call 'erlang':'is_atom'
(_3) of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
( case call 'erlang':'is_tuple'
(_3) of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
call 'erlang':'is_port'
(_3)
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 88
case ( _10
-| ['compiler_generated'] ) of
%% Line 89
<'true'> when 'true' ->
'ok'
%% Line 90
<'false'> when 'true' ->
call 'erlang':'error'
('badarg')
( <_11> when 'true' ->
primop 'match_fail'
({'case_clause',_11})
-| ['compiler_generated'] )
end
let <Self> =
call %% Line 92
'erlang':%% Line 92
'self'
()
in  let <_15> =
case %% Line 93
call 'erlang':'is_atom'
(_3) of
%% Line 93
<'true'> when 'true' ->
let <_13> =
call 'erlang':'node'
()
in  {_3,_13}
%% Line 93
<'false'> when 'true' ->
_3
end
in  let <_18> =
fun () ->
let <_17> =
call %% Line 94
'heddle':%% Line 94
'opaque'
()
in  %% Line 94
call 'erlang':'!'
(Self, {_0,_1,_2,_15,_17})
in  %% Line 94
call 'erlang':'spawn'
(_18)
-| [{'function',{'watch',4}}] )
'demonitor'/1 =
%% Line 95
( fun (_0) ->
( case ( _0
-| [{'function',{'demonitor',1}}] ) of
<Reference>
when call 'erlang':'is_reference'
(( _0
-| [{'function',{'demonitor',1}}] )) ->
'true'
%% Line 96
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'demonitor',1}}] )
-| [{'function',{'demonitor',1}}] )
'demonitor'/2 =
%% Line 97
( fun (_0,_1) ->
( case <_0,_1> of
<Reference,Options>
when call 'erlang':'is_reference'
(Reference) ->
%% Line 98
case apply 'has'/2
('info', Options) of
<'true'> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
<'false'> when 'true' ->
'true'
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
%% Line 99
<_5,_6> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'demonitor',2}}] )
-| [{'function',{'demonitor',2}}] )
'alias'/0 =
%% Line 101
( fun () ->
let <Reference> =
call 'erlang':'make_ref'
()
in  let <_1> =
call 'erlang':'self'
()
in  do  call 'heddle':'name'
(Reference, _1)
Reference
-| [{'function',{'alias',0}}] )
'alias'/1 =
%% Line 102
( fun (_0) ->
call 'erlang':'alias'
()
-| [{'function',{'alias',1}}] )
'unalias'/1 =
%% Line 103
( fun (_0) ->
( case ( _0
-| [{'function',{'unalias',1}}] ) of
<Reference>
when call 'erlang':'is_reference'
(( _0
-| [{'function',{'unalias',1}}] )) ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 104
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'unalias',1}}] )
-| [{'function',{'unalias',1}}] )
'send'/2 =
%% Line 106
( fun (_0,_1) ->
call 'erlang':'!'
(_0, _1)
-| [{'function',{'send',2}}] )
'send'/3 =
%% Line 107
( fun (_0,_1,_2) ->
do  call 'erlang':'!'
(_0, _1)
'ok'
-| [{'function',{'send',3}}] )
'send_nosuspend'/2 =
%% Line 108
( fun (_0,_1) ->
do  call 'erlang':'!'
(_0, _1)
'true'
-| [{'function',{'send_nosuspend',2}}] )
'send_nosuspend'/3 =
%% Line 109
( fun (_0,_1,_2) ->
do  call 'erlang':'!'
(_0, _1)
'true'
-| [{'function',{'send_nosuspend',3}}] )
'send_after'/3 =
%% Line 112
( fun (_0,_1,_2) ->
do  %% Line 113
apply 'can_be_timed'/2
(_0, _1)
let <_3> =
fun () ->
catch
%% Line 114
call 'erlang':'!'
(_1, _2)
in  do  %% Line 114
call 'erlang':'spawn'
(_3)
%% Line 115
call 'erlang':'make_ref'
()
-| [{'function',{'send_after',3}}] )
'send_after'/4 =
%% Line 116
( fun (_0,_1,_2,_3) ->
apply 'send_after'/3
(_0, _1, _2)
-| [{'function',{'send_after',4}}] )
'start_timer'/3 =
%% Line 117
( fun (_0,_1,_2) ->
do  %% Line 118
apply 'can_be_timed'/2
(_0, _1)
let <Reference> =
call %% Line 119
'erlang':%% Line 119
'make_ref'
()
in  let <_4> =
fun () ->
catch
%% Line 120
call 'erlang':'!'
(_1, {'timeout',Reference,_2})
in  do  %% Line 120
call 'erlang':'spawn'
(_4)
%% Line 121
Reference
-| [{'function',{'start_timer',3}}] )
'start_timer'/4 =
%% Line 122
( fun (_0,_1,_2,_3) ->
apply 'start_timer'/3
(_0, _1, _2)
-| [{'function',{'start_timer',4}}] )
'can_be_timed'/2 =
%% Line 123
( fun (_0,_1) ->
( case <_0,_1> of
<T,P>
when try
let <_2> =
call 'erlang':'is_integer'
(T)
in  let <_3> =
call 'erlang':'>='
(T, 0)
in  ( let <_6> =
case call 'erlang':'is_pid'
(P) of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
call 'erlang':'is_atom'
(P)
-| ['compiler_generated'] )
( <_4> when 'true' ->
( call ( 'erlang'
-| ['compiler_generated'] ):( 'error'
-| ['compiler_generated'] )
(( {( 'badarg'
-| ['compiler_generated'] ),_4}
-| ['compiler_generated'] ))
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  let <_7> =
call 'erlang':'=:='
(( _6
-| ['compiler_generated'] ), 'true')
in  let <_8> =
call 'erlang':'and'
(_3, ( _7
-| ['v3_core','compiler_generated'] ))
in  call 'erlang':'and'
(_2, _8)
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
'ok'
%% Line 124
<_11,_12> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'can_be_timed',2}}] )
-| [{'function',{'can_be_timed',2}}] )
'cancel_timer'/1 =
%% Line 125
( fun (_0) ->
( case ( _0
-| [{'function',{'cancel_timer',1}}] ) of
<Timer>
when call 'erlang':'is_reference'
(( _0
-| [{'function',{'cancel_timer',1}}] )) ->
let <_1> =
call 'heddle':'any_nat'
()
in  call 'heddle':'choice'
(['false'|[_1|[]]])
%% Line 126
<_3> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'cancel_timer',1}}] )
-| [{'function',{'cancel_timer',1}}] )
'cancel_timer'/2 =
%% Line 127
( fun (_0,_1) ->
apply 'told_later'/3
('cancel_timer', _0, _1)
-| [{'function',{'cancel_timer',2}}] )
'read_timer'/1 =
%% Line 128
( fun (_0) ->
apply 'cancel_timer'/1
(( _0
-| [{'function',{'read_timer',1}}] ))
-| [{'function',{'read_timer',1}}] )
'read_timer'/2 =
%% Line 129
( fun (_0,_1) ->
apply 'told_later'/3
('read_timer', _0, _1)
-| [{'function',{'read_timer',2}}] )
'told_later'/3 =
%% Line 130
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<What,Timer,Options>
when call 'erlang':'is_reference'
(Timer) ->
%% Line 131
case apply 'has'/2
({'async','true'}, Options) of
%% Line 132
<'true'> when 'true' ->
let <_3> =
call 'heddle':'any_nat'
()
in  let <_4> =
call 'heddle':'choice'
(['false'|[_3|[]]])
in  do  apply 'later'/1
({What,Timer,_4})
'ok'
%% Line 133
<'false'> when 'true' ->
let <_5> =
call 'heddle':'any_nat'
()
in  call 'heddle':'choice'
(['false'|[_5|['ok']]])
( <_6> when 'true' ->
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
%% Line 135
<_10,_11,_12> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'told_later',3}}] )
-| [{'function',{'told_later',3}}] )
'later'/1 =
%% Line 136
( fun (_0) ->
let <Self> =
call 'erlang':'self'
()
in  let <_2> =
fun () ->
call 'erlang':'!'
(Self, ( _0
-| [{'function',{'later',1}}] ))
in  call 'erlang':'spawn'
(_2)
-| [{'function',{'later',1}}] )
'garbage_collect'/0 =
%% Line 138
( fun () ->
'true'
-| [{'function',{'garbage_collect',0}}] )
'garbage_collect'/1 =
%% Line 139
( fun (_0) ->
( case ( _0
-| [{'function',{'garbage_collect',1}}] ) of
<P>
when call 'erlang':'is_pid'
(( _0
-| [{'function',{'garbage_collect',1}}] )) ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 140
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'garbage_collect',1}}] )
-| [{'function',{'garbage_collect',1}}] )
'garbage_collect'/2 =
%% Line 141
( fun (_0,_1) ->
( case <_0,_1> of
<P,Options>
when call 'erlang':'is_pid'
(P) ->
apply 'answered_later'/2
('garbage_collect', Options)
%% Line 142
<_4,_5> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'garbage_collect',2}}] )
-| [{'function',{'garbage_collect',2}}] )
'check_process_code'/2 =
%% Line 143
( fun (_0,_1) ->
( case <_0,_1> of
<P,_4>
when call 'erlang':'is_pid'
(P) ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 144
<_5,_6> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'check_process_code',2}}] )
-| [{'function',{'check_process_code',2}}] )
'check_process_code'/3 =
%% Line 145
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<P,_6,Options>
when call 'erlang':'is_pid'
(P) ->
apply 'answered_later'/2
('check_process_code', Options)
%% Line 146
<_7,_8,_9> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'check_process_code',3}}] )
-| [{'function',{'check_process_code',3}}] )
'answered_later'/2 =
%% Line 147
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 148
<What,[{'async',Id}|_6]> when 'true' ->
let <_2> =
call %% Line 149
'heddle':%% Line 149
'choice'
(%% Line 149
['true'|['false'|['aborted']]])
in  do  %% Line 149
apply 'later'/1
({What,Id,_2})
%% Line 150
'async'
%% Line 151
<What,[_7|T]> when 'true' ->
apply 'answered_later'/2
(What, T)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'answered_later',2}}] ))
-| [{'function',{'answered_later',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'answered_later',2}}] )
-| [{'function',{'answered_later',2}}] )
'unregister'/1 =
%% Line 153
( fun (_0) ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
'true'
<'false'> when 'true' ->
call 'erlang':'error'
('badarg')
( <_1> when 'true' ->
primop 'match_fail'
({'case_clause',_1})
-| ['compiler_generated'] )
end
-| [{'function',{'unregister',1}}] )
'yield'/0 =
%% Line 154
( fun () ->
'true'
-| [{'function',{'yield',0}}] )
'node'/0 =
%% Line 155
( fun () ->
'nonode@nohost'
-| [{'function',{'node',0}}] )
'nodes'/0 =
%% Line 156
( fun () ->
[]
-| [{'function',{'nodes',0}}] )
'group_leader'/0 =
%% Line 157
( fun () ->
call 'heddle':'opaque'
()
-| [{'function',{'group_leader',0}}] )
'group_leader'/2 =
%% Line 159
( fun (_0,_1) ->
( case <_0,_1> of
<Leader,P>
when let <_2> =
call 'erlang':'is_pid'
(Leader)
in  let <_3> =
call 'erlang':'is_pid'
(P)
in  call 'erlang':'and'
(_2, _3) ->
do  call 'heddle':'name'
('$group_leader', Leader)
'true'
%% Line 160
<_6,_7> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'group_leader',2}}] )
-| [{'function',{'group_leader',2}}] )
'map_get'/2 =
%% Line 162
( fun (_0,_1) ->
%% Line 163
case _1 of
<~{_0:=V}~> when 'true' ->
V
<~{}~> when 'true' ->
call 'erlang':'error'
({'badkey',_0})
<_5> when 'true' ->
call 'erlang':'error'
({'badmap',_1})
end
-| [{'function',{'map_get',2}}] )
'module_info'/0 =
( fun () ->
call 'erlang':'get_module_info'
('heddle_erlang')
-| [{'function',{'module_info',0}}] )
'module_info'/1 =
( fun (_0) ->
call 'erlang':'get_module_info'
('heddle_erlang', ( _0
-| [{'function',{'module_info',1}}] ))
-| [{'function',{'module_info',1}}] )
end)core"},
      {"lists", R"core(module 'lists' ['all'/2,
'all_of'/2,
'any'/2,
'any_of'/2,
'append'/1,
'append'/2,
'begun'/1,
'compared'/2,
'delete'/2,
'duplicate'/2,
'filter'/2,
'filtered'/2,
'filtermap'/2,
'filtermapped'/2,
'firsts'/1,
'flatmap'/2,
'flatmapped'/2,
'foldedl'/3,
'foldedr'/3,
'foldl'/3,
'foldr'/3,
'foreach'/2,
'foreach_of'/2,
'has_key'/3,
'has_keys'/2,
'integers'/0,
'keydelete'/3,
'keyed'/2,
'keyfind'/3,
'keymember'/3,
'keysort'/2,
'keystore'/4,
'last'/1,
'map'/2,
'mapped'/2,
'max'/1,
'member'/2,
'min'/1,
'module_info'/0,
'module_info'/1,
'nth'/2,
'parted'/2,
'partition'/2,
'pick'/1,
'picks'/1,
'reorder'/1,
'reverse'/1,
'reverse'/2,
'seconds'/1,
'seq'/2,
'seq'/3,
'some'/1,
'sort'/1,
'sort'/2,
'stored'/4,
'sublist'/2,
'sum'/1,
'unzip'/1,
'usort'/1,
'usort'/2,
'with_key'/3,
'without_key'/3,
'zip'/2]
attributes [%% Line 1
'file' =
%% Line 1
[{[108|[105|[115|[116|[115|[46|[101|[114|[108]]]]]]]]],1}],
%% Line 5
'compile' =
%% Line 5
['export_all'],
%% Line 6
'compile' =
%% Line 6
['nowarn_export_all']]
'append'/2 =
%% Line 8
( fun (_0,_1) ->
call 'erlang':'++'
(_0, _1)
-| [{'function',{'append',2}}] )
'append'/1 =
%% Line 9
( fun (_0) ->
( case ( _0
-| [{'function',{'append',1}}] ) of
<[X|[]]> when 'true' ->
X
%% Line 10
<[]> when 'true' ->
[]
%% Line 11
<[H|T]> when 'true' ->
let <_1> =
apply 'append'/1
(T)
in  call 'erlang':'++'
(H, _1)
( <_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_2}
-| [{'function',{'append',1}}] ))
-| [{'function',{'append',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'append',1}}] )
-| [{'function',{'append',1}}] )
'all'/2 =
%% Line 12
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'all_of'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'all',2}}] ))
-| [{'function',{'all',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'all',2}}] )
-| [{'function',{'all',2}}] )
'all_of'/2 =
%% Line 13
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
'true'
%% Line 14
<F,[H|T]> when 'true' ->
case apply F
(H) of
<'true'> when 'true' ->
apply 'all_of'/2
(F, T)
<'false'> when 'true' ->
'false'
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'all_of',2}}] ))
-| [{'function',{'all_of',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'all_of',2}}] )
-| [{'function',{'all_of',2}}] )
'any'/2 =
%% Line 15
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'any_of'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'any',2}}] ))
-| [{'function',{'any',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'any',2}}] )
-| [{'function',{'any',2}}] )
'any_of'/2 =
%% Line 16
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
'false'
%% Line 17
<F,[H|T]> when 'true' ->
case apply F
(H) of
<'true'> when 'true' ->
'true'
<'false'> when 'true' ->
apply 'any_of'/2
(F, T)
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'any_of',2}}] ))
-| [{'function',{'any_of',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'any_of',2}}] )
-| [{'function',{'any_of',2}}] )
'delete'/2 =
%% Line 18
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
[]
%% Line 19
<X,[_6|T]>
when call 'erlang':'=:='
(_6,
X) ->
T
%% Line 20
<X,[H|T]> when 'true' ->
let <_2> =
apply 'delete'/2
(X, T)
in  [H|_2]
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'delete',2}}] ))
-| [{'function',{'delete',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'delete',2}}] )
-| [{'function',{'delete',2}}] )
'duplicate'/2 =
%% Line 21
( fun (_0,_1) ->
( case <_0,_1> of
<N,X>
when let <_2> =
call 'erlang':'is_integer'
(N)
in  let <_3> =
call 'erlang':'>='
(N, 0)
in  call 'erlang':'and'
(_2, _3) ->
apply 'some'/1
(X)
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'duplicate',2}}] ))
-| [{'function',{'duplicate',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'duplicate',2}}] )
-| [{'function',{'duplicate',2}}] )
'some'/1 =
%% Line 22
( fun (_0) ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_1> =
apply 'some'/1
(( _0
-| [{'function',{'some',1}}] ))
in  [( _0
-| [{'function',{'some',1}}] )|_1]
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
-| [{'function',{'some',1}}] )
'filter'/2 =
%% Line 23
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'filtered'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'filter',2}}] ))
-| [{'function',{'filter',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'filter',2}}] )
-| [{'function',{'filter',2}}] )
'filtered'/2 =
%% Line 24
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 25
<F,[H|T]> when 'true' ->
case apply F
(H) of
<'true'> when 'true' ->
let <_2> =
apply 'filtered'/2
(F, T)
in  [H|_2]
<'false'> when 'true' ->
apply 'filtered'/2
(F, T)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'filtered',2}}] ))
-| [{'function',{'filtered',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'filtered',2}}] )
-| [{'function',{'filtered',2}}] )
'filtermap'/2 =
%% Line 26
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'filtermapped'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'filtermap',2}}] ))
-| [{'function',{'filtermap',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'filtermap',2}}] )
-| [{'function',{'filtermap',2}}] )
'filtermapped'/2 =
%% Line 27
( fun (_0,_1) ->
( case <_0,_1> of
<_7,[]> when 'true' ->
[]
%% Line 28
<F,[H|T]> when 'true' ->
%% Line 29
case apply F
(H) of
%% Line 30
<'true'> when 'true' ->
let <_2> =
apply 'filtermapped'/2
(F, T)
in  [H|_2]
%% Line 31
<{'true',X}> when 'true' ->
let <_3> =
apply 'filtermapped'/2
(F, T)
in  [X|_3]
%% Line 32
<'false'> when 'true' ->
apply 'filtermapped'/2
(F, T)
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
( <_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5}
-| [{'function',{'filtermapped',2}}] ))
-| [{'function',{'filtermapped',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'filtermapped',2}}] )
-| [{'function',{'filtermapped',2}}] )
'flatmap'/2 =
%% Line 34
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'flatmapped'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'flatmap',2}}] ))
-| [{'function',{'flatmap',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'flatmap',2}}] )
-| [{'function',{'flatmap',2}}] )
'flatmapped'/2 =
%% Line 35
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 36
<F,[H|T]> when 'true' ->
let <_3> =
apply F
(H)
in  let <_2> =
apply 'flatmapped'/2
(F, T)
in  call 'erlang':'++'
(_3, _2)
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'flatmapped',2}}] ))
-| [{'function',{'flatmapped',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'flatmapped',2}}] )
-| [{'function',{'flatmapped',2}}] )
'foldl'/3 =
%% Line 37
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<F,A,L>
when try
let <_3> =
call 'erlang':'is_function'
(F, 2)
in  ( call 'erlang':'=:='
(_3, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'foldedl'/3
(F, A, L)
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'foldl',3}}] ))
-| [{'function',{'foldl',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foldl',3}}] )
-| [{'function',{'foldl',3}}] )
'foldedl'/3 =
%% Line 38
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,A,[]> when 'true' ->
A
%% Line 39
<F,A,[H|T]> when 'true' ->
let <_3> =
apply F
(H, A)
in  apply 'foldedl'/3
(F, _3, T)
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'foldedl',3}}] ))
-| [{'function',{'foldedl',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foldedl',3}}] )
-| [{'function',{'foldedl',3}}] )
'foldr'/3 =
%% Line 40
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<F,A,L>
when try
let <_3> =
call 'erlang':'is_function'
(F, 2)
in  ( call 'erlang':'=:='
(_3, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'foldedr'/3
(F, A, L)
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'foldr',3}}] ))
-| [{'function',{'foldr',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foldr',3}}] )
-| [{'function',{'foldr',3}}] )
'foldedr'/3 =
%% Line 41
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,A,[]> when 'true' ->
A
%% Line 42
<F,A,[H|T]> when 'true' ->
let <_3> =
apply 'foldedr'/3
(F, A, T)
in  apply F
(H, _3)
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'foldedr',3}}] ))
-| [{'function',{'foldedr',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foldedr',3}}] )
-| [{'function',{'foldedr',3}}] )
'foreach'/2 =
%% Line 43
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'foreach_of'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'foreach',2}}] ))
-| [{'function',{'foreach',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foreach',2}}] )
-| [{'function',{'foreach',2}}] )
'foreach_of'/2 =
%% Line 44
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'ok'
%% Line 45
<F,[H|T]> when 'true' ->
do  apply F
(H)
apply 'foreach_of'/2
(F, T)
( <_3,_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3,_2}
-| [{'function',{'foreach_of',2}}] ))
-| [{'function',{'foreach_of',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foreach_of',2}}] )
-| [{'function',{'foreach_of',2}}] )
'keydelete'/3 =
%% Line 46
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<K,N,L>
when let <_3> =
call 'erlang':'is_integer'
(N)
in  let <_4> =
call 'erlang':'>'
(N, 0)
in  call 'erlang':'and'
(_3, _4) ->
apply 'without_key'/3
(K, N, L)
( <_7,_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_7,_6,_5}
-| [{'function',{'keydelete',3}}] ))
-| [{'function',{'keydelete',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keydelete',3}}] )
-| [{'function',{'keydelete',3}}] )
'without_key'/3 =
%% Line 47
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_8,_9,[]> when 'true' ->
[]
%% Line 48
<K,N,[H|T]> when 'true' ->
%% Line 49
case apply 'has_key'/3
(K, N, H) of
<'true'> when 'true' ->
T
<'false'> when 'true' ->
let <_3> =
apply 'without_key'/3
(K, N, T)
in  [H|_3]
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
( <_7,_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_7,_6,_5}
-| [{'function',{'without_key',3}}] ))
-| [{'function',{'without_key',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'without_key',3}}] )
-| [{'function',{'without_key',3}}] )
'keyfind'/3 =
%% Line 50
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<K,N,L>
when let <_3> =
call 'erlang':'is_integer'
(N)
in  let <_4> =
call 'erlang':'>'
(N, 0)
in  call 'erlang':'and'
(_3, _4) ->
apply 'with_key'/3
(K, N, L)
( <_7,_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_7,_6,_5}
-| [{'function',{'keyfind',3}}] ))
-| [{'function',{'keyfind',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keyfind',3}}] )
-| [{'function',{'keyfind',3}}] )
'with_key'/3 =
%% Line 51
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,_8,[]> when 'true' ->
'false'
%% Line 52
<K,N,[H|T]> when 'true' ->
case apply 'has_key'/3
(K, N, H) of
<'true'> when 'true' ->
H
<'false'> when 'true' ->
apply 'with_key'/3
(K, N, T)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'with_key',3}}] ))
-| [{'function',{'with_key',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'with_key',3}}] )
-| [{'function',{'with_key',3}}] )
'has_key'/3 =
%% Line 53
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<K,N,H>
when try
let <_3> =
call 'erlang':'is_tuple'
(H)
in  let <_4> =
call 'erlang':'tuple_size'
(H)
in  let <_5> =
call 'erlang':'>='
(_4, N)
in  call 'erlang':'and'
(_3, _5)
of <Try> ->
Try
catch <T,R> ->
'false' ->
let <_6> =
call 'erlang':'element'
(N, H)
in  call 'erlang':'=='
(_6, K)
%% Line 54
<_10,_11,_12> when 'true' ->
'false'
end
-| [{'function',{'has_key',3}}] )
-| [{'function',{'has_key',3}}] )
'keymember'/3 =
%% Line 55
( fun (_0,_1,_2) ->
case apply 'keyfind'/3
(_0, _1, _2) of
<'false'> when 'true' ->
'false'
<_7> when 'true' ->
'true'
end
-| [{'function',{'keymember',3}}] )
'keystore'/4 =
%% Line 56
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<K,N,L,New>
when try
let <_4> =
call 'erlang':'is_integer'
(N)
in  let <_5> =
call 'erlang':'>'
(N, 0)
in  let <_6> =
call 'erlang':'is_tuple'
(New)
in  let <_7> =
call 'erlang':'and'
(_5, _6)
in  call 'erlang':'and'
(_4, _7)
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'stored'/4
(K, N, L, New)
( <_11,_10,_9,_8> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_11,_10,_9,_8}
-| [{'function',{'keystore',4}}] ))
-| [{'function',{'keystore',4}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keystore',4}}] )
-| [{'function',{'keystore',4}}] )
'stored'/4 =
%% Line 57
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<_10,_11,[],New> when 'true' ->
[New|[]]
%% Line 58
<K,N,[H|T],New> when 'true' ->
%% Line 59
case apply 'has_key'/3
(K, N, H) of
<'true'> when 'true' ->
[New|T]
<'false'> when 'true' ->
let <_4> =
apply 'stored'/4
(K, N, T, New)
in  [H|_4]
( <_5> when 'true' ->
primop 'match_fail'
({'case_clause',_5})
-| ['compiler_generated'] )
end
( <_9,_8,_7,_6> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_9,_8,_7,_6}
-| [{'function',{'stored',4}}] ))
-| [{'function',{'stored',4}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'stored',4}}] )
-| [{'function',{'stored',4}}] )
'last'/1 =
%% Line 60
( fun (_0) ->
( case ( _0
-| [{'function',{'last',1}}] ) of
<[X|[]]> when 'true' ->
X
%% Line 61
<[_2|T]> when 'true' ->
apply 'last'/1
(T)
( <_1> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_1}
-| [{'function',{'last',1}}] ))
-| [{'function',{'last',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'last',1}}] )
-| [{'function',{'last',1}}] )
'map'/2 =
%% Line 62
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'mapped'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'map',2}}] ))
-| [{'function',{'map',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'map',2}}] )
-| [{'function',{'map',2}}] )
'mapped'/2 =
%% Line 63
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 64
<F,[H|T]> when 'true' ->
let <_3> =
apply F
(H)
in  let <_2> =
apply 'mapped'/2
(F, T)
in  [_3|_2]
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'mapped',2}}] ))
-| [{'function',{'mapped',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'mapped',2}}] )
-| [{'function',{'mapped',2}}] )
'max'/1 =
%% Line 65
( fun (_0) ->
( case ( _0
-| [{'function',{'max',1}}] ) of
<[X|[]]> when 'true' ->
X
%% Line 66
<[X|T]> when 'true' ->
let <_1> =
apply 'max'/1
(T)
in  call 'heddle':'choice'
([X|[_1|[]]])
( <_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_2}
-| [{'function',{'max',1}}] ))
-| [{'function',{'max',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'max',1}}] )
-| [{'function',{'max',1}}] )
'min'/1 =
%% Line 67
( fun (_0) ->
apply 'max'/1
(( _0
-| [{'function',{'min',1}}] ))
-| [{'function',{'min',1}}] )
'member'/2 =
%% Line 68
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'false'
%% Line 69
<X,[_5|_6]>
when call 'erlang':'=:='
(_5,
X) ->
'true'
%% Line 70
<X,[_7|T]> when 'true' ->
apply 'member'/2
(X, T)
( <_3,_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3,_2}
-| [{'function',{'member',2}}] ))
-| [{'function',{'member',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'member',2}}] )
-| [{'function',{'member',2}}] )
'nth'/2 =
%% Line 71
( fun (_0,_1) ->
( case <_0,_1> of
<1,[H|_5]> when 'true' ->
H
%% Line 72
<N,[_6|T]> when 'true' ->
let <_2> =
call 'erlang':'-'
(N, 1)
in  apply 'nth'/2
(_2, T)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'nth',2}}] ))
-| [{'function',{'nth',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'nth',2}}] )
-| [{'function',{'nth',2}}] )
'partition'/2 =
%% Line 73
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'parted'/2
(F, L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'partition',2}}] ))
-| [{'function',{'partition',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'partition',2}}] )
-| [{'function',{'partition',2}}] )
'parted'/2 =
%% Line 74
( fun (_0,_1) ->
( case <_0,_1> of
<_7,[]> when 'true' ->
{[],[]}
%% Line 75
<F,[H|T]> when 'true' ->
%% Line 76
case apply F
(H) of
%% Line 77
<'true'> when 'true' ->
case apply 'parted'/2
(F, T) of
<{Yes,No}> when 'true' ->
{[H|Yes],No}
( <_2> when 'true' ->
primop 'match_fail'
({'badmatch',_2})
-| ['compiler_generated'] )
end
%% Line 78
<'false'> when 'true' ->
case apply 'parted'/2
(F, T) of
<{Yes,No}> when 'true' ->
{Yes,[H|No]}
( <_3> when 'true' ->
primop 'match_fail'
({'badmatch',_3})
-| ['compiler_generated'] )
end
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
( <_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5}
-| [{'function',{'parted',2}}] ))
-| [{'function',{'parted',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'parted',2}}] )
-| [{'function',{'parted',2}}] )
'reverse'/1 =
%% Line 80
( fun (_0) ->
apply 'reverse'/2
(( _0
-| [{'function',{'reverse',1}}] ), [])
-| [{'function',{'reverse',1}}] )
'reverse'/2 =
%% Line 81
( fun (_0,_1) ->
( case <_0,_1> of
<[],A> when 'true' ->
A
%% Line 82
<[H|T],A> when 'true' ->
apply 'reverse'/2
(T, [H|A])
( <_3,_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3,_2}
-| [{'function',{'reverse',2}}] ))
-| [{'function',{'reverse',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'reverse',2}}] )
-| [{'function',{'reverse',2}}] )
'seq'/2 =
%% Line 83
( fun (_0,_1) ->
( case <_0,_1> of
<A,B>
when try
let <_2> =
call 'erlang':'is_integer'
(A)
in  let <_3> =
call 'erlang':'is_integer'
(B)
in  let <_4> =
call 'erlang':'-'
(A, 1)
in  let <_5> =
call 'erlang':'=<'
(_4, B)
in  let <_6> =
call 'erlang':'and'
(_3, _5)
in  call 'erlang':'and'
(_2, _6)
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'integers'/0
()
( <_8,_7> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_8,_7}
-| [{'function',{'seq',2}}] ))
-| [{'function',{'seq',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'seq',2}}] )
-| [{'function',{'seq',2}}] )
'seq'/3 =
%% Line 84
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<A,B,C>
when try
let <_3> =
call 'erlang':'is_integer'
(A)
in  let <_4> =
call 'erlang':'is_integer'
(B)
in  let <_5> =
call 'erlang':'is_integer'
(C)
in  let <_6> =
call 'erlang':'and'
(_4, _5)
in  call 'erlang':'and'
(_3, _6)
of <Try> ->
Try
catch <T,R> ->
'false' ->
%% Line 85
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
apply 'integers'/0
()
<'false'> when 'true' ->
call 'erlang':'error'
('badarg')
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
( <_10,_9,_8> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_10,_9,_8}
-| [{'function',{'seq',3}}] ))
-| [{'function',{'seq',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'seq',3}}] )
-| [{'function',{'seq',3}}] )
'integers'/0 =
%% Line 86
( fun () ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_1> =
call 'heddle':'any_integer'
()
in  let <_0> =
apply 'integers'/0
()
in  [_1|_0]
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
-| [{'function',{'integers',0}}] )
'sort'/1 =
%% Line 87
( fun (_0) ->
apply 'reorder'/1
(( _0
-| [{'function',{'sort',1}}] ))
-| [{'function',{'sort',1}}] )
'sort'/2 =
%% Line 88
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 2)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
do  apply 'compared'/2
(F, L)
apply 'reorder'/1
(L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'sort',2}}] ))
-| [{'function',{'sort',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'sort',2}}] )
-| [{'function',{'sort',2}}] )
'usort'/1 =
%% Line 89
( fun (_0) ->
apply 'reorder'/1
(( _0
-| [{'function',{'usort',1}}] ))
-| [{'function',{'usort',1}}] )
'usort'/2 =
%% Line 90
( fun (_0,_1) ->
( case <_0,_1> of
<F,L>
when try
let <_2> =
call 'erlang':'is_function'
(F, 2)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
do  apply 'compared'/2
(F, L)
apply 'reorder'/1
(L)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'usort',2}}] ))
-| [{'function',{'usort',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'usort',2}}] )
-| [{'function',{'usort',2}}] )
'compared'/2 =
%% Line 91
( fun (_0,_1) ->
( case <_0,_1> of
<F,L = [_8|[_9|_10]]> when 'true' ->
let <_3> =
apply %% Line 92
'pick'/1
(%% Line 92
L)
in  let <_2> =
apply %% Line 92
'pick'/1
(%% Line 92
L)
in  do  %% Line 92
case apply F
(_3, _2) of
<'true'> when 'true' ->
'ok'
<'false'> when 'true' ->
'ok'
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
%% Line 93
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
'ok'
<'false'> when 'true' ->
apply 'compared'/2
(F, L)
( <_5> when 'true' ->
primop 'match_fail'
({'case_clause',_5})
-| ['compiler_generated'] )
end
%% Line 94
<_11,_12> when 'true' ->
'ok'
end
-| [{'function',{'compared',2}}] )
-| [{'function',{'compared',2}}] )
'keysort'/2 =
%% Line 95
( fun (_0,_1) ->
( case <_0,_1> of
<N,L>
when let <_2> =
call 'erlang':'is_integer'
(N)
in  let <_3> =
call 'erlang':'>'
(N, 0)
in  call 'erlang':'and'
(_2, _3) ->
do  apply 'keyed'/2
(N, L)
apply 'reorder'/1
(L)
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'keysort',2}}] ))
-| [{'function',{'keysort',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keysort',2}}] )
-| [{'function',{'keysort',2}}] )
'keyed'/2 =
%% Line 97
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'ok'
%% Line 98
<_5,[_6|[]]> when 'true' ->
'ok'
%% Line 99
<N,L> when 'true' ->
apply 'has_keys'/2
(N, L)
end
-| [{'function',{'keyed',2}}] )
-| [{'function',{'keyed',2}}] )
'has_keys'/2 =
%% Line 100
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
'ok'
%% Line 101
<N,[H|T]> when 'true' ->
do  ( call ( 'erlang'
-| ['result_not_wanted'] ):( 'element'
-| ['result_not_wanted'] )
(N, H)
-| ['result_not_wanted'] )
apply 'has_keys'/2
(N, T)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'has_keys',2}}] ))
-| [{'function',{'has_keys',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'has_keys',2}}] )
-| [{'function',{'has_keys',2}}] )
'reorder'/1 =
%% Line 102
( fun (_0) ->
( case ( _0
-| [{'function',{'reorder',1}}] ) of
<[]> when 'true' ->
[]
%% Line 103
<L> when 'true' ->
let <_2> =
apply 'pick'/1
(L)
in  let <_1> =
apply 'picks'/1
(L)
in  [_2|_1]
end
-| [{'function',{'reorder',1}}] )
-| [{'function',{'reorder',1}}] )
'picks'/1 =
%% Line 104
( fun (_0) ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_2> =
apply 'pick'/1
(( _0
-| [{'function',{'picks',1}}] ))
in  let <_1> =
apply 'picks'/1
(( _0
-| [{'function',{'picks',1}}] ))
in  [_2|_1]
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'picks',1}}] )
'pick'/1 =
%% Line 105
( fun (_0) ->
( case ( _0
-| [{'function',{'pick',1}}] ) of
<[H|[]]> when 'true' ->
H
%% Line 106
<[H|T]> when 'true' ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
H
<'false'> when 'true' ->
apply 'pick'/1
(T)
( <_1> when 'true' ->
primop 'match_fail'
({'case_clause',_1})
-| ['compiler_generated'] )
end
( <_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_2}
-| [{'function',{'pick',1}}] ))
-| [{'function',{'pick',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'pick',1}}] )
-| [{'function',{'pick',1}}] )
'sublist'/2 =
%% Line 107
( fun (_0,_1) ->
( case <_0,_1> of
<L,N>
when try
let <_2> =
call 'erlang':'is_integer'
(N)
in  let <_3> =
call 'erlang':'>='
(N, 0)
in  let <_4> =
call 'erlang':'is_list'
(L)
in  let <_5> =
call 'erlang':'and'
(_3, _4)
in  call 'erlang':'and'
(_2, _5)
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'begun'/1
(L)
( <_7,_6> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_7,_6}
-| [{'function',{'sublist',2}}] ))
-| [{'function',{'sublist',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'sublist',2}}] )
-| [{'function',{'sublist',2}}] )
'begun'/1 =
%% Line 108
( fun (_0) ->
( case ( _0
-| [{'function',{'begun',1}}] ) of
<[]> when 'true' ->
[]
%% Line 109
<[H|T]> when 'true' ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_1> =
apply 'begun'/1
(T)
in  [H|_1]
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
( <_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3}
-| [{'function',{'begun',1}}] ))
-| [{'function',{'begun',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'begun',1}}] )
-| [{'function',{'begun',1}}] )
'sum'/1 =
%% Line 110
( fun (_0) ->
( case ( _0
-| [{'function',{'sum',1}}] ) of
<[]> when 'true' ->
0
%% Line 111
<[H|T]> when 'true' ->
let <_1> =
apply 'sum'/1
(T)
in  call 'erlang':'+'
(H, _1)
( <_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_2}
-| [{'function',{'sum',1}}] ))
-| [{'function',{'sum',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'sum',1}}] )
-| [{'function',{'sum',1}}] )
'unzip'/1 =
%% Line 112
( fun (_0) ->
let <_2> =
apply 'firsts'/1
(( _0
-| [{'function',{'unzip',1}}] ))
in  let <_1> =
apply 'seconds'/1
(( _0
-| [{'function',{'unzip',1}}] ))
in  {_2,_1}
-| [{'function',{'unzip',1}}] )
'firsts'/1 =
%% Line 113
( fun (_0) ->
( case ( _0
-| [{'function',{'firsts',1}}] ) of
<[]> when 'true' ->
[]
%% Line 114
<[{A,_3}|T]> when 'true' ->
let <_1> =
apply 'firsts'/1
(T)
in  [A|_1]
( <_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_2}
-| [{'function',{'firsts',1}}] ))
-| [{'function',{'firsts',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'firsts',1}}] )
-| [{'function',{'firsts',1}}] )
'seconds'/1 =
%% Line 115
( fun (_0) ->
( case ( _0
-| [{'function',{'seconds',1}}] ) of
<[]> when 'true' ->
[]
%% Line 116
<[{_3,B}|T]> when 'true' ->
let <_1> =
apply 'seconds'/1
(T)
in  [B|_1]
( <_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_2}
-| [{'function',{'seconds',1}}] ))
-| [{'function',{'seconds',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'seconds',1}}] )
-| [{'function',{'seconds',1}}] )
'zip'/2 =
%% Line 117
( fun (_0,_1) ->
( case <_0,_1> of
<[],[]> when 'true' ->
[]
%% Line 118
<[A|S],[B|T]> when 'true' ->
let <_2> =
apply 'zip'/2
(S, T)
in  [{A,B}|_2]
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'zip',2}}] ))
-| [{'function',{'zip',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'zip',2}}] )
-| [{'function',{'zip',2}}] )
'module_info'/0 =
( fun () ->
call 'erlang':'get_module_info'
('lists')
-| [{'function',{'module_info',0}}] )
'module_info'/1 =
( fun (_0) ->
call 'erlang':'get_module_info'
('lists', ( _0
-| [{'function',{'module_info',1}}] ))
-| [{'function',{'module_info',1}}] )
end)core"},
      {"maps", R"core(module 'maps' ['bad'/1,
'chosen'/2,
'filter'/2,
'find'/2,
'fold'/3,
'folded'/3,
'foreach'/2,
'from_list'/1,
'from_list'/2,
'get'/2,
'get'/3,
'is_key'/2,
'iterated'/1,
'keys'/1,
'map'/2,
'merge'/2,
'module_info'/0,
'module_info'/1,
'new'/0,
'pairs'/1,
'put'/3,
'remove'/2,
'size'/1,
'some'/1,
'some_keys'/1,
'some_values'/1,
'take'/2,
'to_list'/1,
'update'/3,
'update_with'/3,
'update_with'/4,
'values'/1,
'with'/2,
'without'/2]
attributes [%% Line 1
'file' =
%% Line 1
[{[109|[97|[112|[115|[46|[101|[114|[108]]]]]]]],1}],
%% Line 4
'compile' =
%% Line 4
['export_all'],
%% Line 5
'compile' =
%% Line 5
['nowarn_export_all']]
'new'/0 =
%% Line 7
( fun () ->
~{}~
-| [{'function',{'new',0}}] )
'put'/3 =
%% Line 8
( fun (_0,_1,_2) ->
case <> of
( <>
when call 'erlang':'is_map'
(_2) ->
~{_0=>_1|_2}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_2})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
-| [{'function',{'put',3}}] )
'update'/3 =
%% Line 9
( fun (_0,_1,_2) ->
case <> of
( <>
when call 'erlang':'is_map'
(_2) ->
~{_0:=_1|_2}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_2})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
-| [{'function',{'update',3}}] )
'get'/2 =
%% Line 10
( fun (_0,_1) ->
case _1 of
<~{_0:=V}~> when 'true' ->
V
<~{}~> when 'true' ->
call 'erlang':'error'
({'badkey',_0})
<_5> when 'true' ->
apply 'bad'/1
(_1)
end
-| [{'function',{'get',2}}] )
'get'/3 =
%% Line 11
( fun (_0,_1,_2) ->
case _1 of
<~{_0:=V}~> when 'true' ->
V
<~{}~> when 'true' ->
_2
<_7> when 'true' ->
apply 'bad'/1
(_1)
end
-| [{'function',{'get',3}}] )
'find'/2 =
%% Line 12
( fun (_0,_1) ->
case _1 of
<~{_0:=V}~> when 'true' ->
{'ok',V}
<~{}~> when 'true' ->
'error'
<_5> when 'true' ->
apply 'bad'/1
(_1)
end
-| [{'function',{'find',2}}] )
'is_key'/2 =
%% Line 13
( fun (_0,_1) ->
case _1 of
<~{_0:=_5}~> when 'true' ->
'true'
<~{}~> when 'true' ->
'false'
<_6> when 'true' ->
apply 'bad'/1
(_1)
end
-| [{'function',{'is_key',2}}] )
'bad'/1 =
%% Line 14
( fun (_0) ->
call 'erlang':'error'
({'badmap',( _0
-| [{'function',{'bad',1}}] )})
-| [{'function',{'bad',1}}] )
'remove'/2 =
%% Line 15
( fun (_0,_1) ->
case <> of
( <>
when call 'erlang':'is_map'
(_1) ->
~{_0=>'$heddle_removed'|_1}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_1})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
-| [{'function',{'remove',2}}] )
'take'/2 =
%% Line 16
( fun (_0,_1) ->
case _1 of
<~{_0:=V}~> when 'true' ->
let <_2> =
apply 'remove'/2
(_0, _1)
in  {V,_2}
<~{}~> when 'true' ->
'error'
<_6> when 'true' ->
apply 'bad'/1
(_1)
end
-| [{'function',{'take',2}}] )
'with'/2 =
%% Line 17
( fun (_0,_1) ->
apply 'chosen'/2
(_0, _1)
-| [{'function',{'with',2}}] )
'without'/2 =
%% Line 18
( fun (_0,_1) ->
apply 'chosen'/2
(_0, _1)
-| [{'function',{'without',2}}] )
'chosen'/2 =
%% Line 19
( fun (_0,_1) ->
( case <_0,_1> of
<Keys,M>
when let <_2> =
call 'erlang':'is_list'
(Keys)
in  let <_3> =
call 'erlang':'is_map'
(M)
in  call 'erlang':'and'
(_2, _3) ->
do  ( call ( 'erlang'
-| ['result_not_wanted'] ):( 'length'
-| ['result_not_wanted'] )
(Keys)
-| ['result_not_wanted'] )
apply 'some'/1
(M)
%% Line 20
<Keys,M>
when call 'erlang':'is_list'
(Keys) ->
apply 'bad'/1
(M)
( <_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5}
-| [{'function',{'chosen',2}}] ))
-| [{'function',{'chosen',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'chosen',2}}] )
-| [{'function',{'chosen',2}}] )
'some'/1 =
%% Line 21
( fun (_0) ->
let <_7> =
fun (_3,_2,_1) ->
case <> of
( <>
when call 'erlang':'is_map'
(_1) ->
~{_3=>_2|_1}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_1})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
in  apply 'fold'/3
(_7, ~{}~, ( _0
-| [{'function',{'some',1}}] ))
-| [{'function',{'some',1}}] )
'size'/1 =
%% Line 22
( fun (_0) ->
( case ( _0
-| [{'function',{'size',1}}] ) of
<M>
when call 'erlang':'is_map'
(( _0
-| [{'function',{'size',1}}] )) ->
call 'heddle':'any_nat'
()
%% Line 23
<M> when 'true' ->
apply 'bad'/1
(M)
end
-| [{'function',{'size',1}}] )
-| [{'function',{'size',1}}] )
'update_with'/3 =
%% Line 24
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<K,F,M>
when try
let <_3> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_3, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
let <_4> =
apply 'get'/2
(K, M)
in  let <_5> =
apply F
(_4)
in  case <> of
( <>
when call 'erlang':'is_map'
(M) ->
~{K:=_5|M}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',M})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
( <_8,_7,_6> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_8,_7,_6}
-| [{'function',{'update_with',3}}] ))
-| [{'function',{'update_with',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'update_with',3}}] )
-| [{'function',{'update_with',3}}] )
'update_with'/4 =
%% Line 25
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<K,F,Init,M>
when try
let <_4> =
call 'erlang':'is_function'
(F, 1)
in  ( call 'erlang':'=:='
(_4, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
%% Line 26
case M of
<~{K:=V}~> when 'true' ->
let <_5> =
apply F
(V)
in  case <> of
( <>
when call 'erlang':'is_map'
(M) ->
~{K=>_5|M}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',M})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
<~{}~> when 'true' ->
case <> of
( <>
when call 'erlang':'is_map'
(M) ->
~{K=>Init|M}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',M})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
<_11> when 'true' ->
apply 'bad'/1
(M)
end
( <_10,_9,_8,_7> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_10,_9,_8,_7}
-| [{'function',{'update_with',4}}] ))
-| [{'function',{'update_with',4}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'update_with',4}}] )
-| [{'function',{'update_with',4}}] )
'keys'/1 =
%% Line 27
( fun (_0) ->
( case ( _0
-| [{'function',{'keys',1}}] ) of
<M>
when call 'erlang':'is_map'
(( _0
-| [{'function',{'keys',1}}] )) ->
apply 'some_keys'/1
(M)
%% Line 28
<M> when 'true' ->
apply 'bad'/1
(M)
end
-| [{'function',{'keys',1}}] )
-| [{'function',{'keys',1}}] )
'some_keys'/1 =
%% Line 29
( fun (_0) ->
%% Line 30
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_2> =
call 'heddle':'map_key'
(( _0
-| [{'function',{'some_keys',1}}] ))
in  let <_1> =
apply 'some_keys'/1
(( _0
-| [{'function',{'some_keys',1}}] ))
in  [_2|_1]
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'some_keys',1}}] )
'values'/1 =
%% Line 31
( fun (_0) ->
( case ( _0
-| [{'function',{'values',1}}] ) of
<M>
when call 'erlang':'is_map'
(( _0
-| [{'function',{'values',1}}] )) ->
apply 'some_values'/1
(M)
%% Line 32
<M> when 'true' ->
apply 'bad'/1
(M)
end
-| [{'function',{'values',1}}] )
-| [{'function',{'values',1}}] )
'some_values'/1 =
%% Line 33
( fun (_0) ->
%% Line 34
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_2> =
call 'heddle':'map_value'
(( _0
-| [{'function',{'some_values',1}}] ))
in  let <_1> =
apply 'some_values'/1
(( _0
-| [{'function',{'some_values',1}}] ))
in  [_2|_1]
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'some_values',1}}] )
'to_list'/1 =
%% Line 36
( fun (_0) ->
( case ( _0
-| [{'function',{'to_list',1}}] ) of
<M>
when call 'erlang':'is_map'
(( _0
-| [{'function',{'to_list',1}}] )) ->
apply 'pairs'/1
(M)
%% Line 37
<I> when 'true' ->
apply 'iterated'/1
(I)
end
-| [{'function',{'to_list',1}}] )
-| [{'function',{'to_list',1}}] )
'pairs'/1 =
%% Line 38
( fun (_0) ->
%% Line 39
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 40
<'true'> when 'true' ->
[]
%% Line 41
<'false'> when 'true' ->
let <_3> =
call 'heddle':'map_key'
(( _0
-| [{'function',{'pairs',1}}] ))
in  let <_2> =
call 'heddle':'map_value'
(( _0
-| [{'function',{'pairs',1}}] ))
in  let <_1> =
apply 'pairs'/1
(( _0
-| [{'function',{'pairs',1}}] ))
in  [{_3,_2}|_1]
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
-| [{'function',{'pairs',1}}] )
'iterated'/1 =
%% Line 43
( fun (_0) ->
%% Line 44
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
call 'heddle':'opaque'
()
<'false'> when 'true' ->
apply 'bad'/1
(( _0
-| [{'function',{'iterated',1}}] ))
( <_1> when 'true' ->
primop 'match_fail'
({'case_clause',_1})
-| ['compiler_generated'] )
end
-| [{'function',{'iterated',1}}] )
'from_list'/1 =
%% Line 45
( fun (_0) ->
apply 'from_list'/2
(( _0
-| [{'function',{'from_list',1}}] ), ~{}~)
-| [{'function',{'from_list',1}}] )
'from_list'/2 =
%% Line 46
( fun (_0,_1) ->
( case <_0,_1> of
<[],M> when 'true' ->
M
%% Line 47
<[{K,V}|T],M> when 'true' ->
case <> of
( <>
when call 'erlang':'is_map'
(M) ->
let <_2> =
~{K=>V|M}~
in  apply 'from_list'/2
(T, _2)
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',M})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'from_list',2}}] ))
-| [{'function',{'from_list',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'from_list',2}}] )
-| [{'function',{'from_list',2}}] )
'fold'/3 =
%% Line 48
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<F,A,M>
when try
let <_3> =
call 'erlang':'is_function'
(F, 3)
in  let <_4> =
call 'erlang':'=:='
(_3, 'true')
in  let <_5> =
call 'erlang':'is_map'
(M)
in  call 'erlang':'and'
(( _4
-| ['v3_core','compiler_generated'] ), _5)
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'folded'/3
(F, A, M)
%% Line 49
<F,A,I>
when try
let <_6> =
call 'erlang':'is_function'
(F, 3)
in  ( call 'erlang':'=:='
(_6, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
do  %% Line 50
apply 'iterated'/1
(I)
let <_7> =
call %% Line 50
'heddle':%% Line 50
'opaque'
()
in  let <_8> =
call %% Line 50
'heddle':%% Line 50
'opaque'
()
in  let <_9> =
~{%% Line 50
_7=>_8}~
in  %% Line 50
apply 'folded'/3
(F, A, _9)
( <_12,_11,_10> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_12,_11,_10}
-| [{'function',{'fold',3}}] ))
-| [{'function',{'fold',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'fold',3}}] )
-| [{'function',{'fold',3}}] )
'folded'/3 =
%% Line 51
( fun (_0,_1,_2) ->
%% Line 52
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 53
<'true'> when 'true' ->
_1
%% Line 54
<'false'> when 'true' ->
let <_4> =
call 'heddle':'map_key'
(_2)
in  let <_3> =
call 'heddle':'map_value'
(_2)
in  let <_5> =
apply _0
(_4, _3, _1)
in  apply 'folded'/3
(_0, _5, _2)
( <_6> when 'true' ->
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
-| [{'function',{'folded',3}}] )
'foreach'/2 =
%% Line 56
( fun (_0,_1) ->
( case <_0,_1> of
<F,M>
when try
let <_2> =
call 'erlang':'is_function'
(F, 2)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
let <_9> =
fun (_5,_4,_3) ->
case <_5,_4,_3> of
<K,V,'ok'> when 'true' ->
do  apply F
(K, V)
'ok'
( <_8,_7,_6> when 'true' ->
primop 'match_fail'
({'function_clause',_8,_7,_6})
-| ['compiler_generated'] )
end
in  apply 'fold'/3
(_9, 'ok', M)
( <_11,_10> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_11,_10}
-| [{'function',{'foreach',2}}] ))
-| [{'function',{'foreach',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foreach',2}}] )
-| [{'function',{'foreach',2}}] )
'map'/2 =
%% Line 57
( fun (_0,_1) ->
( case <_0,_1> of
<F,M>
when try
let <_2> =
call 'erlang':'is_function'
(F, 2)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
let <_10> =
fun (_6,_5,_4) ->
let <_3> =
apply F
(_6, _5)
in  case <> of
( <>
when call 'erlang':'is_map'
(_4) ->
~{_6=>_3|_4}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_4})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
in  apply 'fold'/3
(_10, ~{}~, M)
( <_12,_11> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_12,_11}
-| [{'function',{'map',2}}] ))
-| [{'function',{'map',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'map',2}}] )
-| [{'function',{'map',2}}] )
'filter'/2 =
%% Line 58
( fun (_0,_1) ->
( case <_0,_1> of
<F,M>
when try
let <_2> =
call 'erlang':'is_function'
(F, 2)
in  ( call 'erlang':'=:='
(_2, 'true')
-| ['compiler_generated'] )
of <Try> ->
Try
catch <T,R> ->
'false' ->
let <_10> =
fun (_6,_5,_4) ->
%% Line 59
case apply F
(_6, _5) of
<'true'> when 'true' ->
case <> of
( <>
when call 'erlang':'is_map'
(_4) ->
~{_6=>_5|_4}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_4})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
<'false'> when 'true' ->
_4
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
in  %% Line 59
apply 'fold'/3
(_10, ~{}~, M)
( <_12,_11> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_12,_11}
-| [{'function',{'filter',2}}] ))
-| [{'function',{'filter',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'filter',2}}] )
-| [{'function',{'filter',2}}] )
'merge'/2 =
%% Line 60
( fun (_0,_1) ->
( case <_0,_1> of
<A,B>
when let <_2> =
call 'erlang':'is_map'
(A)
in  let <_3> =
call 'erlang':'is_map'
(B)
in  call 'erlang':'and'
(_2, _3) ->
let <_10> =
fun (_6,_5,_4) ->
case <> of
( <>
when call 'erlang':'is_map'
(_4) ->
~{_6=>_5|_4}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_4})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
in  apply 'folded'/3
(_10, A, B)
%% Line 61
<A,B> when 'true' ->
let <_11> =
call 'heddle':'choice'
([A|[B|[]]])
in  apply 'bad'/1
(_11)
end
-| [{'function',{'merge',2}}] )
-| [{'function',{'merge',2}}] )
'module_info'/0 =
( fun () ->
call 'erlang':'get_module_info'
('maps')
-| [{'function',{'module_info',0}}] )
'module_info'/1 =
( fun (_0) ->
call 'erlang':'get_module_info'
('maps', ( _0
-| [{'function',{'module_info',1}}] ))
-| [{'function',{'module_info',1}}] )
end)core"},
      {"proc_lib", R"core(module 'proc_lib' ['hibernate'/3,
'init_ack'/1,
'init_ack'/2,
'module_info'/0,
'module_info'/1,
'spawn'/1,
'spawn'/3,
'spawn_link'/1,
'spawn_link'/3,
'spawn_opt'/2,
'spawn_opt'/4,
'start'/3,
'start'/4,
'start_link'/3,
'start_link'/4]
attributes [%% Line 1
'file' =
%% Line 1
[{[112|[114|[111|[99|[95|[108|[105|[98|[46|[101|[114|[108]]]]]]]]]]]],1}]]
'spawn'/1 =
%% Line 6
( fun (_0) ->
call 'erlang':'spawn'
(( _0
-| [{'function',{'spawn',1}}] ))
-| [{'function',{'spawn',1}}] )
'spawn'/3 =
%% Line 7
( fun (_0,_1,_2) ->
call 'erlang':'spawn'
(_0, _1, _2)
-| [{'function',{'spawn',3}}] )
'spawn_link'/1 =
%% Line 8
( fun (_0) ->
call 'erlang':'spawn_link'
(( _0
-| [{'function',{'spawn_link',1}}] ))
-| [{'function',{'spawn_link',1}}] )
'spawn_link'/3 =
%% Line 9
( fun (_0,_1,_2) ->
call 'erlang':'spawn_link'
(_0, _1, _2)
-| [{'function',{'spawn_link',3}}] )
'spawn_opt'/2 =
%% Line 10
( fun (_0,_1) ->
call 'erlang':'spawn_opt'
(_0, _1)
-| [{'function',{'spawn_opt',2}}] )
'spawn_opt'/4 =
%% Line 11
( fun (_0,_1,_2,_3) ->
call 'erlang':'spawn_opt'
(_0, _1, _2, _3)
-| [{'function',{'spawn_opt',4}}] )
'start'/3 =
%% Line 12
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'spawn'
(_0, _1, _2)
in  apply 'acknowledged'/1
(_3)
-| [{'function',{'start',3}}] )
'start'/4 =
%% Line 13
( fun (_0,_1,_2,_3) ->
apply 'start'/3
(_0, _1, _2)
-| [{'function',{'start',4}}] )
'start_link'/3 =
%% Line 14
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'spawn_link'
(_0, _1, _2)
in  apply 'acknowledged'/1
(_3)
-| [{'function',{'start_link',3}}] )
'start_link'/4 =
%% Line 15
( fun (_0,_1,_2,_3) ->
apply 'start_link'/3
(_0, _1, _2)
-| [{'function',{'start_link',4}}] )
'acknowledged'/1 =
%% Line 17
( fun (_0) ->
let <_4> =
call %% Line 20
'heddle':%% Line 20
'choice'
(%% Line 20
[0|['infinity']])
in  ( letrec
'recv$^0'/0 =
fun () ->
let <_7,_5> =
primop 'recv_peek_message'
()
in  case _7 of
<'true'> when 'true' ->
%% Line 18
case _5 of
%% Line 19
<{'ack',_3,Result}>
when call 'erlang':'=:='
(_3,
( _0
-| [{'function',{'acknowledged',1}}] )) ->
do  primop 'remove_message'
()
Result
( <Other> when 'true' ->
do  primop 'recv_next'
()
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['compiler_generated','dialyzer_ignore'] )
end
<'false'> when 'true' ->
let <_6> =
primop 'recv_wait_timeout'
(_4)
in  case _6 of
<'true'> when 'true' ->
let <_1> =
call %% Line 20
'heddle':%% Line 20
'opaque'
()
in  %% Line 20
{'error',_1}
( <'false'> when 'true' ->
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['dialyzer_ignore'] )
end
end
in  ( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
-| [{'function',{'acknowledged',1}}] )
'init_ack'/1 =
%% Line 22
( fun (_0) ->
let <_1> =
call 'heddle':'opaque'
()
in  apply 'init_ack'/2
(_1, ( _0
-| [{'function',{'init_ack',1}}] ))
-| [{'function',{'init_ack',1}}] )
'init_ack'/2 =
%% Line 23
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'ack',_2,_1})
'ok'
-| [{'function',{'init_ack',2}}] )
'hibernate'/3 =
%% Line 24
( fun (_0,_1,_2) ->
do  call 'erlang':'apply'
(_0, _1, _2)
call 'erlang':'exit'
('normal')
-| [{'function',{'hibernate',3}}] )
'module_info'/0 =
( fun () ->
call 'erlang':'get_module_info'
('proc_lib')
-| [{'function',{'module_info',0}}] )
'module_info'/1 =
( fun (_0) ->
call 'erlang':'get_module_info'
('proc_lib', ( _0
-| [{'function',{'module_info',1}}] ))
-| [{'function',{'module_info',1}}] )
end)core"},
      {"timer", R"core(module 'timer' ['apply_after'/4,
'apply_interval'/4,
'cancel'/1,
'exit_after'/2,
'exit_after'/3,
'kill_after'/1,
'kill_after'/2,
'module_info'/0,
'module_info'/1,
'send_after'/2,
'send_after'/3,
'send_interval'/2,
'send_interval'/3,
'sleep'/1,
'tc'/1,
'tc'/3]
attributes [%% Line 1
'file' =
%% Line 1
[{[116|[105|[109|[101|[114|[46|[101|[114|[108]]]]]]]]],1}]]
'sleep'/1 =
%% Line 7
( fun (_0) ->
( letrec
'recv$^0'/0 =
fun () ->
let <_2> =
primop 'recv_wait_timeout'
(( _0
-| [{'function',{'sleep',1}}] ))
in  ( case _2 of
<'true'> when 'true' ->
'ok'
( <'false'> when 'true' ->
( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['compiler_generated','dialyzer_ignore'] )
end
-| ['receive_timeout'] )
in  ( apply 'recv$^0'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
-| [{'function',{'sleep',1}}] )
'send_after'/2 =
%% Line 8
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  apply 'send_after'/3
(_0, _2, _1)
-| [{'function',{'send_after',2}}] )
'send_after'/3 =
%% Line 9
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
catch
call 'erlang':'!'
(_1, _2)
in  apply 'later'/1
(_3)
-| [{'function',{'send_after',3}}] )
'send_interval'/2 =
%% Line 10
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  apply 'send_interval'/3
(_0, _2, _1)
-| [{'function',{'send_interval',2}}] )
'send_interval'/3 =
%% Line 11
( fun (_0,_1,_2) ->
let <_4> =
fun () ->
let <_3> =
fun () ->
catch
call 'erlang':'!'
(_1, _2)
in  apply 'again'/1
(_3)
in  apply 'later'/1
(_4)
-| [{'function',{'send_interval',3}}] )
'apply_after'/4 =
%% Line 12
( fun (_0,_1,_2,_3) ->
let <_4> =
fun () ->
call 'erlang':'spawn'
(_1, _2, _3)
in  apply 'later'/1
(_4)
-| [{'function',{'apply_after',4}}] )
'apply_interval'/4 =
%% Line 13
( fun (_0,_1,_2,_3) ->
let <_5> =
fun () ->
let <_4> =
fun () ->
call 'erlang':'spawn'
(_1, _2, _3)
in  apply 'again'/1
(_4)
in  apply 'later'/1
(_5)
-| [{'function',{'apply_interval',4}}] )
'exit_after'/2 =
%% Line 14
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  apply 'exit_after'/3
(_0, _2, _1)
-| [{'function',{'exit_after',2}}] )
'exit_after'/3 =
%% Line 15
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
catch
call 'erlang':'exit'
(_1, _2)
in  apply 'later'/1
(_3)
-| [{'function',{'exit_after',3}}] )
'kill_after'/1 =
%% Line 16
( fun (_0) ->
let <_1> =
call 'erlang':'self'
()
in  apply 'kill_after'/2
(( _0
-| [{'function',{'kill_after',1}}] ), _1)
-| [{'function',{'kill_after',1}}] )
'kill_after'/2 =
%% Line 17
( fun (_0,_1) ->
apply 'exit_after'/3
(_0, _1, 'kill')
-| [{'function',{'kill_after',2}}] )
'cancel'/1 =
%% Line 18
( fun (_0) ->
call 'heddle':'choice'
([{'ok','cancel'}|[{'error','badarg'}]])
-| [{'function',{'cancel',1}}] )
'tc'/1 =
%% Line 19
( fun (_0) ->
let <V> =
apply ( _0
-| [{'function',{'tc',1}}] )
()
in  let <_2> =
call 'heddle':'any_integer'
()
in  {_2,V}
-| [{'function',{'tc',1}}] )
'tc'/3 =
%% Line 20
( fun (_0,_1,_2) ->
let <V> =
call 'erlang':'apply'
(_0, _1, _2)
in  let <_4> =
call 'heddle':'any_integer'
()
in  {_4,V}
-| [{'function',{'tc',3}}] )
'later'/1 =
%% Line 22
( fun (_0) ->
do  %% Line 23
call 'erlang':'spawn'
(( _0
-| [{'function',{'later',1}}] ))
let <_2> =
call %% Line 24
'heddle':%% Line 24
'opaque'
()
in  let <_1> =
call %% Line 24
'heddle':%% Line 24
'opaque'
()
in  %% Line 24
call 'heddle':'choice'
([{'ok',_2}|[{'error',_1}|[]]])
-| [{'function',{'later',1}}] )
'again'/1 =
%% Line 25
( fun (_0) ->
do  apply ( _0
-| [{'function',{'again',1}}] )
()
apply 'again'/1
(( _0
-| [{'function',{'again',1}}] ))
-| [{'function',{'again',1}}] )
'module_info'/0 =
( fun () ->
call 'erlang':'get_module_info'
('timer')
-| [{'function',{'module_info',0}}] )
'module_info'/1 =
( fun (_0) ->
call 'erlang':'get_module_info'
('timer', ( _0
-| [{'function',{'module_info',1}}] ))
-| [{'function',{'module_info',1}}] )
end)core"},
  };
  return kModules;
}

}  // namespace heddle::abstraction
