// Made by make-library from library/*.erl.
#include "abstraction/cfa/library.hpp"

namespace heddle::abstraction {

const std::vector<LibraryModule>& library_modules() {
  static const std::vector<LibraryModule> kModules = {
      {"gen_server", R"core(module 'gen_server' ['call'/2,
'call'/3,
'cast'/2,
'loop'/3,
'module_info'/0,
'module_info'/1,
'named'/5,
'reply'/2,
'server'/4,
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
apply 'alone'/3
(_0, _1, _2)
in  apply 'answered'/2
(_3, _2)
-| [{'function',{'start',3}}] )
'start_link'/3 =
%% Line 8
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'self'
()
in  let <_4> =
apply 'started'/4
(_3, 'parent', _0, _1)
in  let <_5> =
apply 'linked'/1
(_4)
in  apply 'answered'/2
(_5, _2)
-| [{'function',{'start_link',3}}] )
'start'/4 =
%% Line 9
( fun (_0,_1,_2,_3) ->
let <_4> =
apply 'alone'/4
(_0, _1, _2, _3)
in  apply 'answered'/2
(_4, _3)
-| [{'function',{'start',4}}] )
'start_link'/4 =
%% Line 10
( fun (_0,_1,_2,_3) ->
let <_4> =
call 'erlang':'self'
()
in  let <_5> =
apply 'started'/5
(_4, 'parent', _0, _1, _2)
in  let <_6> =
apply 'linked'/1
(_5)
in  apply 'answered'/2
(_6, _3)
-| [{'function',{'start_link',4}}] )
'start_monitor'/3 =
%% Line 11
( fun (_0,_1,_2) ->
let <_3> =
apply 'start'/3
(_0, _1, _2)
in  apply 'watched'/1
(_3)
-| [{'function',{'start_monitor',3}}] )
'start_monitor'/4 =
%% Line 12
( fun (_0,_1,_2,_3) ->
let <_4> =
apply 'start'/4
(_0, _1, _2, _3)
in  apply 'watched'/1
(_4)
-| [{'function',{'start_monitor',4}}] )
'alone'/3 =
%% Line 14
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'self'
()
in  let <_4> =
apply 'started'/4
(_3, 'alone', _0, _1)
in  apply 'optionally'/2
(_4, _2)
-| [{'function',{'alone',3}}] )
'alone'/4 =
%% Line 15
( fun (_0,_1,_2,_3) ->
let <_4> =
call 'erlang':'self'
()
in  let <_5> =
apply 'started'/5
(_4, 'alone', _0, _1, _2)
in  apply 'optionally'/2
(_5, _3)
-| [{'function',{'alone',4}}] )
'linked'/1 =
%% Line 16
( fun (_0) ->
do  call 'heddle_erlang':'linked'
(( _0
-| [{'function',{'linked',1}}] ))
( _0
-| [{'function',{'linked',1}}] )
-| [{'function',{'linked',1}}] )
'watched'/1 =
%% Line 17
( fun (_0) ->
( case ( _0
-| [{'function',{'watched',1}}] ) of
<{'ok',Server}> when 'true' ->
let <_1> =
call 'erlang':'monitor'
('process', Server)
in  {'ok',{Server,_1}}
%% Line 18
<Result> when 'true' ->
Result
end
-| [{'function',{'watched',1}}] )
-| [{'function',{'watched',1}}] )
'optionally'/2 =
%% Line 21
( fun (_0,_1) ->
( case <_0,_1> of
<Server,[]> when 'true' ->
Server
%% Line 22
<Server,[{'spawn_opt',Options}|T]> when 'true' ->
%% Line 23
case call 'heddle_erlang':'has'
('link', Options) of
<'true'> when 'true' ->
apply 'linked'/1
(Server)
<'false'> when 'true' ->
apply 'optionally'/2
(Server, T)
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
%% Line 24
<Server,[_5|T]> when 'true' ->
apply 'optionally'/2
(Server, T)
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'optionally',2}}] ))
-| [{'function',{'optionally',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'optionally',2}}] )
-| [{'function',{'optionally',2}}] )
'started'/4 =
%% Line 27
( fun (_0,_1,_2,_3) ->
let <_4> =
fun () ->
apply 'server'/4
(_0, _1, _2, _3)
in  call 'erlang':'spawn'
(_4)
-| [{'function',{'started',4}}] )
'started'/5 =
%% Line 28
( fun (_0,_1,_2,_3,_4) ->
%% Line 29
case apply 'is_name'/1
(_2) of
%% Line 30
<'true'> when 'true' ->
let <_5> =
fun () ->
apply 'named'/5
(_0, _1, _2, _3, _4)
in  call 'erlang':'spawn'
(_5)
%% Line 31
<'false'> when 'true' ->
let <_6> =
call 'heddle':'opaque'
()
in  call 'erlang':'error'
(_6)
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
-| [{'function',{'started',5}}] )
'is_name'/1 =
%% Line 33
( fun (_0) ->
( case ( _0
-| [{'function',{'is_name',1}}] ) of
<{'local',Name}>
when call 'erlang':'is_atom'
(Name) ->
'true'
%% Line 34
<{'global',_2}> when 'true' ->
'true'
%% Line 35
<{'via',_3,_4}> when 'true' ->
'true'
%% Line 36
<_5> when 'true' ->
'false'
end
-| [{'function',{'is_name',1}}] )
-| [{'function',{'is_name',1}}] )
'answered'/2 =
%% Line 37
( fun (_0,_1) ->
let <_4> =
case %% Line 38
call 'heddle':'ends'
(_0) of
%% Line 38
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 38
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
apply 'is_limited'/1
(_1)
-| ['compiler_generated'] )
%% Line 38
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
in  %% Line 38
case ( _4
-| ['compiler_generated'] ) of
%% Line 39
<'true'> when 'true' ->
let <_5> =
call 'heddle':'opaque'
()
in  {'error',_5}
%% Line 41
<'false'> when 'true' ->
( letrec
'recv$^0'/0 =
fun () ->
let <_13,_11> =
primop 'recv_peek_message'
()
in  case _13 of
<'true'> when 'true' ->
case _11 of
<{'$started',_9,Result}>
when call 'erlang':'=:='
(_9,
_0) ->
do  primop 'remove_message'
()
Result
<{'ack',_10,Result}>
when call 'erlang':'=:='
(_10,
_0) ->
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
let <_12> =
primop 'recv_wait_timeout'
('infinity')
in  case _12 of
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
( <_6> when 'true' ->
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
-| [{'function',{'answered',2}}] )
'is_limited'/1 =
%% Line 43
( fun (_0) ->
( case ( _0
-| [{'function',{'is_limited',1}}] ) of
<[]> when 'true' ->
'false'
%% Line 44
<[{'timeout',_2}|_3]> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 45
<[_4|T]> when 'true' ->
apply 'is_limited'/1
(T)
( <_1> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_1}
-| [{'function',{'is_limited',1}}] ))
-| [{'function',{'is_limited',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'is_limited',1}}] )
-| [{'function',{'is_limited',1}}] )
'named'/5 =
%% Line 48
( fun (_0,_1,_2,_3,_4) ->
( case <_0,_1,_2,_3,_4> of
<Starter,How,{'via',Via,Name},M,A> when 'true' ->
let <_5> =
call %% Line 49
'erlang':%% Line 49
'self'
()
in  %% Line 49
case call Via:'register_name'
(Name, _5) of
%% Line 50
<'yes'> when 'true' ->
apply 'server'/4
(Starter, How, M, A)
%% Line 51
<'no'> when 'true' ->
let <_7> =
call 'erlang':'self'
()
in  let <_6> =
call Via:'whereis_name'
(Name)
in  call 'erlang':'!'
(Starter, {'$started',_7,{'error',{'already_started',_6}}})
( <_8> when 'true' ->
primop 'match_fail'
({'case_clause',_8})
-| ['compiler_generated'] )
end
%% Line 53
<Starter,How,Name,M,A> when 'true' ->
let <_10> =
case %% Line 54
Name of
%% Line 54
<{'local',Local}> when 'true' ->
Local
%% Line 54
<_25> when 'true' ->
call 'heddle':'opaque'
()
end
in  %% Line 55
try
let <_12> =
call 'erlang':'self'
()
in  call 'erlang':'register'
(_10, _12)
of <_13> ->
%% Line 56
apply 'server'/4
(Starter, How, M, A)
catch <_17,_16,_15> ->
let <_19> =
call %% Line 58
'erlang':%% Line 58
'self'
()
in  let <_18> =
call %% Line 58
'erlang':%% Line 58
'whereis'
(_10)
in  %% Line 58
call 'erlang':'!'
(Starter, {'$started',_19,{'error',{'already_started',_18}}})
end
-| [{'function',{'named',5}}] )
-| [{'function',{'named',5}}] )
'server'/4 =
%% Line 61
( fun (_0,_1,_2,_3) ->
let <_5> =
case _1 of
%% Line 62
<'parent'> when 'true' ->
_0
%% Line 62
<'alone'> when 'true' ->
call 'erlang':'self'
()
( <_4> when 'true' ->
%% Line 62
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
in  let <_11> =
try
%% Line 63
call _2:'init'
(_3)
of <_7> ->
_7
catch <_10,_9,_8> ->
%% Line 63
case <_10,_9,_8> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_25> when 'true' ->
Thrown
( <_26,_27,_28> when 'true' ->
primop 'raise'
(_28, _27)
-| ['compiler_generated'] )
end
in  %% Line 63
case _11 of
%% Line 64
<{'ok',State}> when 'true' ->
let <_13> =
call 'erlang':'self'
()
in  let <_12> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_13,{'ok',_12}})
apply 'loop'/3
(_5, _2, State)
%% Line 65
<{'ok',State,Then}> when 'true' ->
let <_15> =
call 'erlang':'self'
()
in  let <_14> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_15,{'ok',_14}})
apply 'then'/4
(_5, _2, State, Then)
%% Line 66
<{'stop',Reason}> when 'true' ->
let <_16> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_16,{'error',Reason}})
call 'erlang':'exit'
(Reason)
%% Line 67
<_@r0 = {'error',Reason}> when 'true' ->
let <_17> =
call %% Line 68
'erlang':%% Line 68
'self'
()
in  do  %% Line 68
call 'erlang':'!'
(_0, {'$started',_17,_@r0})
let <_18> =
call %% Line 70
'heddle':%% Line 70
'choice'
(%% Line 70
['normal'|['bad_return_value']])
in  %% Line 70
call 'erlang':'exit'
(_18)
%% Line 71
<'ignore'> when 'true' ->
let <_19> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_19,'ignore'})
( <_20> when 'true' ->
primop 'match_fail'
({'case_clause',_20})
-| ['compiler_generated'] )
end
-| [{'function',{'server',4}}] )
'loop'/3 =
%% Line 75
( fun (_0,_1,_2) ->
let <_5> =
case %% Line 76
call 'erlang':'function_exported'
(_1, 'format_status', 2) of
%% Line 76
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 76
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
%% Line 76
( <_3> when 'true' ->
( call ( 'erlang'
-| ['compiler_generated'] ):( 'error'
-| ['compiler_generated'] )
(( {( 'badarg'
-| ['compiler_generated'] ),_3}
-| ['compiler_generated'] ))
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 76
case ( _5
-| ['compiler_generated'] ) of
%% Line 77
<'true'> when 'true' ->
let <_7> =
call 'heddle':'opaque'
()
in  let <_6> =
call 'heddle':'opaque'
()
in  call _1:'format_status'
(_7, [_6|[_2|[]]])
%% Line 78
<'false'> when 'true' ->
'ok'
( <_8> when 'true' ->
primop 'match_fail'
({'case_clause',_8})
-| ['compiler_generated'] )
end
let <_11> =
case %% Line 80
call 'erlang':'function_exported'
(_1, 'format_status', 1) of
%% Line 80
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 80
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
%% Line 80
( <_9> when 'true' ->
( call ( 'erlang'
-| ['compiler_generated'] ):( 'error'
-| ['compiler_generated'] )
(( {( 'badarg'
-| ['compiler_generated'] ),_9}
-| ['compiler_generated'] ))
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 80
case ( _11
-| ['compiler_generated'] ) of
%% Line 81
<'true'> when 'true' ->
let <_12> =
call 'heddle':'opaque'
()
in  call _1:'format_status'
(_12)
%% Line 82
<'false'> when 'true' ->
'ok'
( <_13> when 'true' ->
primop 'match_fail'
({'case_clause',_13})
-| ['compiler_generated'] )
end
let <_16> =
case %% Line 84
call 'erlang':'function_exported'
(_1, 'terminate', 2) of
%% Line 84
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 84
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
%% Line 84
( <_14> when 'true' ->
( call ( 'erlang'
-| ['compiler_generated'] ):( 'error'
-| ['compiler_generated'] )
(( {( 'badarg'
-| ['compiler_generated'] ),_14}
-| ['compiler_generated'] ))
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  %% Line 84
case ( _16
-| ['compiler_generated'] ) of
%% Line 85
<'true'> when 'true' ->
let <_17> =
call 'heddle':'opaque'
()
in  call _1:'terminate'
(_17, _2)
%% Line 86
<'false'> when 'true' ->
apply 'next'/3
(_0, _1, _2)
( <_18> when 'true' ->
primop 'match_fail'
({'case_clause',_18})
-| ['compiler_generated'] )
end
-| [{'function',{'loop',3}}] )
'next'/3 =
%% Line 89
( fun (_0,_1,_2) ->
( letrec
'recv$^0'/0 =
fun () ->
let <_24,_22> =
primop 'recv_peek_message'
()
in  case _24 of
<'true'> when 'true' ->
%% Line 90
case _22 of
%% Line 91
<{'$gen_call',From,Request}> when 'true' ->
do  primop 'remove_message'
()
%% Line 92
try
call _1:'handle_call'
(Request, From, _2)
of <_3> ->
%% Line 93
apply 'called'/4
(_0, _1, From, _3)
catch <_7,_6,_5> ->
%% Line 94
case <_7,_6,_5> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_17> when 'true' ->
apply 'called'/4
(_0, _1, From, Thrown)
( <_26,_27,_28> when 'true' ->
primop 'raise'
(_28, _27)
-| ['compiler_generated'] )
end
%% Line 96
<{'$gen_cast',Request}> when 'true' ->
do  primop 'remove_message'
()
%% Line 97
try
call _1:'handle_cast'
(Request, _2)
of <_8> ->
%% Line 98
apply 'handled'/3
(_0, _1, _8)
catch <_12,_11,_10> ->
%% Line 99
case <_12,_11,_10> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_18> when 'true' ->
apply 'handled'/3
(_0, _1, Thrown)
( <_30,_31,_32> when 'true' ->
primop 'raise'
(_32, _31)
-| ['compiler_generated'] )
end
%% Line 101
<{'$gen_stop',From,Reason}> when 'true' ->
do  primop 'remove_message'
()
do  call 'erlang':'!'
(From, '$stopped')
call 'erlang':'exit'
(Reason)
%% Line 102
<{'EXIT',_19,Reason}>
when call 'erlang':'=:='
(_19,
_0) ->
do  primop 'remove_message'
()
apply 'stopped'/3
(_1, Reason, _2)
%% Line 103
<{'system',_20,_21}> when 'true' ->
do  primop 'remove_message'
()
let <_13> =
apply 'looked_at'/2
(_1, _2)
in  apply 'loop'/3
(_0, _1, _13)
%% Line 104
<Message> when 'true' ->
do  primop 'remove_message'
()
apply 'info'/4
(_0, _1, Message, _2)
end
( <'false'> when 'true' ->
let <_23> =
primop 'recv_wait_timeout'
('infinity')
in  case _23 of
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
-| [{'function',{'next',3}}] )
'looked_at'/2 =
%% Line 108
( fun (_0,_1) ->
%% Line 109
case call 'heddle':'choice'
(['same'|['replaced'|['changed']]]) of
%% Line 110
<'same'> when 'true' ->
call 'heddle':'shown'
(_1)
%% Line 111
<'replaced'> when 'true' ->
call 'heddle':'opaque'
()
%% Line 112
<'changed'> when 'true' ->
%% Line 113
case call 'erlang':'function_exported'
(_0, 'code_change', 3) of
%% Line 114
<'true'> when 'true' ->
let <_3> =
call %% Line 115
'heddle':%% Line 115
'opaque'
()
in  let <_2> =
call %% Line 115
'heddle':%% Line 115
'opaque'
()
in  %% Line 115
case call _0:'code_change'
(_3, _1, _2) of
%% Line 116
<{'ok',New}> when 'true' ->
New
%% Line 117
<_9> when 'true' ->
_1
end
%% Line 119
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
'info'/4 =
%% Line 124
( fun (_0,_1,_2,_3) ->
%% Line 125
case call 'erlang':'function_exported'
(_1, 'handle_info', 2) of
%% Line 126
<'true'> when 'true' ->
%% Line 127
try
call _1:'handle_info'
(_2, _3)
of <_4> ->
%% Line 128
apply 'handled'/3
(_0, _1, _4)
catch <_8,_7,_6> ->
%% Line 129
case <_8,_7,_6> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_14> when 'true' ->
apply 'handled'/3
(_0, _1, Thrown)
( <_16,_17,_18> when 'true' ->
primop 'raise'
(_18, _17)
-| ['compiler_generated'] )
end
%% Line 131
<'false'> when 'true' ->
apply 'loop'/3
(_0, _1, _3)
( <_9> when 'true' ->
primop 'match_fail'
({'case_clause',_9})
-| ['compiler_generated'] )
end
-| [{'function',{'info',4}}] )
'then'/4 =
%% Line 135
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<Parent,M,State,{'continue',What}> when 'true' ->
%% Line 136
try
call M:'handle_continue'
(What, State)
of <_4> ->
%% Line 137
apply 'handled'/3
(Parent, M, _4)
catch <_8,_7,_6> ->
%% Line 138
case <_8,_7,_6> of
<( 'throw'
-| ['compiler_generated'] ),Thrown,_14> when 'true' ->
apply 'handled'/3
(Parent, M, Thrown)
( <_17,_18,_19> when 'true' ->
primop 'raise'
(_19, _18)
-| ['compiler_generated'] )
end
%% Line 140
<Parent,M,State,_15> when 'true' ->
%% Line 141
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 142
<'true'> when 'true' ->
apply 'info'/4
(Parent, M, 'timeout', State)
%% Line 143
<'false'> when 'true' ->
apply 'loop'/3
(Parent, M, State)
( <_9> when 'true' ->
primop 'match_fail'
({'case_clause',_9})
-| ['compiler_generated'] )
end
end
-| [{'function',{'then',4}}] )
-| [{'function',{'then',4}}] )
'called'/4 =
%% Line 146
( fun (_0,_1,_2,_3) ->
%% Line 147
case _3 of
%% Line 148
<{'reply',Reply,State}> when 'true' ->
do  apply 'reply'/2
(_2, Reply)
apply 'loop'/3
(_0, _1, State)
%% Line 149
<{'reply',Reply,State,Then}> when 'true' ->
do  apply 'reply'/2
(_2, Reply)
apply 'then'/4
(_0, _1, State, Then)
%% Line 150
<{'stop',Reason,Reply,State}> when 'true' ->
do  apply 'reply'/2
(_2, Reply)
apply 'stopped'/3
(_1, Reason, State)
%% Line 151
<_9> when 'true' ->
apply 'handled'/3
(_0, _1, _3)
end
-| [{'function',{'called',4}}] )
'handled'/3 =
%% Line 154
( fun (_0,_1,_2) ->
%% Line 155
case _2 of
%% Line 156
<{'noreply',State}> when 'true' ->
apply 'loop'/3
(_0, _1, State)
%% Line 157
<{'noreply',State,Then}> when 'true' ->
apply 'then'/4
(_0, _1, State, Then)
%% Line 158
<{'stop',Reason,State}> when 'true' ->
apply 'stopped'/3
(_1, Reason, State)
%% Line 159
<_7> when 'true' ->
call 'erlang':'exit'
({'bad_return_value',_2})
end
-| [{'function',{'handled',3}}] )
'stopped'/3 =
%% Line 162
( fun (_0,_1,_2) ->
do  %% Line 163
case call 'erlang':'function_exported'
(_0, 'terminate', 2) of
%% Line 164
<'true'> when 'true' ->
call _0:'terminate'
(_1, _2)
%% Line 165
<'false'> when 'true' ->
'ok'
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
%% Line 167
call 'erlang':'exit'
(_1)
-| [{'function',{'stopped',3}}] )
'call'/2 =
%% Line 171
( fun (_0,_1) ->
apply 'call'/3
(_0, _1, 5000)
-| [{'function',{'call',2}}] )
'call'/3 =
%% Line 172
( fun (_0,_1,_2) ->
let <_7> =
case %% Line 173
call 'erlang':'is_pid'
(_0) of
%% Line 173
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 173
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
( case call 'erlang':'is_atom'
(_0) of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
call 'erlang':'is_tuple'
(_0)
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 173
case ( _7
-| ['compiler_generated'] ) of
%% Line 174
<'true'> when 'true' ->
'ok'
%% Line 175
<'false'> when 'true' ->
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 176
<'true'> when 'true' ->
let <_8> =
call 'heddle':'opaque'
()
in  call 'erlang':'exit'
(_8)
%% Line 177
<'false'> when 'true' ->
let <_9> =
call 'heddle':'opaque'
()
in  call 'erlang':'error'
(_9)
( <_10> when 'true' ->
primop 'match_fail'
({'case_clause',_10})
-| ['compiler_generated'] )
end
( <_11> when 'true' ->
primop 'match_fail'
({'case_clause',_11})
-| ['compiler_generated'] )
end
let <_13> =
call %% Line 180
'erlang':%% Line 180
'self'
()
in  let <_19> =
case %% Line 180
call 'erlang':'=:='
(_0, _13) of
%% Line 180
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 180
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
( case call 'erlang':'is_atom'
(_0) of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
let <_16> =
call 'erlang':'whereis'
(_0)
in  let <_15> =
call 'erlang':'self'
()
in  call 'erlang':'=:='
(_16, _15)
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 180
case ( _19
-| ['compiler_generated'] ) of
%% Line 181
<'true'> when 'true' ->
let <_20> =
call %% Line 182
'heddle':%% Line 182
'choice'
(%% Line 182
[[_0|[_1|[]]]|%% Line 183
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 182
call 'erlang':'exit'
({'calling_self',{'gen_server','call',_20}})
%% Line 184
<'false'> when 'true' ->
'ok'
( <_21> when 'true' ->
primop 'match_fail'
({'case_clause',_21})
-| ['compiler_generated'] )
end
let <_24> =
case %% Line 187
call 'erlang':'is_tuple'
(_0) of
%% Line 187
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 187
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
end
in  do  %% Line 187
case ( _24
-| ['compiler_generated'] ) of
%% Line 188
<'true'> when 'true' ->
let <_26> =
call %% Line 189
'heddle':%% Line 189
'opaque'
()
in  let <_25> =
call %% Line 189
'heddle':%% Line 189
'choice'
(%% Line 189
[[_0|[_1|[]]]|%% Line 190
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 189
call 'erlang':'exit'
({_26,{'gen_server','call',_25}})
%% Line 191
<'false'> when 'true' ->
'ok'
( <_27> when 'true' ->
primop 'match_fail'
({'case_clause',_27})
-| ['compiler_generated'] )
end
let <_30> =
case _2 of
%% Line 193
<'infinity'> when 'true' ->
call 'erlang':'make_ref'
()
%% Line 193
<_46> when 'true' ->
let <_28> =
call 'erlang':'alias'
()
in  ['alias'|_28]
end
in  do  %% Line 194
try
let <_32> =
call 'erlang':'self'
()
in  apply 'deliver'/2
(_0, {'$gen_call',{_32,_30},_1})
of <_33> ->
'ok'
catch <_37,_36,_35> ->
%% Line 195
case <_37,_36,_35> of
<( 'error'
-| ['compiler_generated'] ),_48,_49> when 'true' ->
let <_38> =
call %% Line 196
'heddle':%% Line 196
'choice'
(%% Line 196
[[_0|[_1|[]]]|%% Line 197
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 196
call 'erlang':'exit'
({'noproc',{'gen_server','call',_38}})
( <_55,_56,_57> when 'true' ->
primop 'raise'
(_57, _56)
-| ['compiler_generated'] )
end
%% Line 199
case call 'heddle':'ends'
(_0) of
%% Line 200
<'true'> when 'true' ->
let <_40> =
call %% Line 201
'heddle':%% Line 201
'opaque'
()
in  let <_39> =
call %% Line 201
'heddle':%% Line 201
'choice'
(%% Line 201
[[_0|[_1|[]]]|%% Line 202
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 201
call 'erlang':'exit'
({_40,{'gen_server','call',_39}})
%% Line 203
<'false'> when 'true' ->
( letrec
'recv$^0'/0 =
fun () ->
let <_53,_51> =
primop 'recv_peek_message'
()
in  case _53 of
<'true'> when 'true' ->
%% Line 204
case _51 of
<{_50,Reply}>
when call 'erlang':'=:='
(_50,
_30) ->
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
let <_52> =
primop 'recv_wait_timeout'
(_2)
in  case _52 of
<'true'> when 'true' ->
let <_41> =
call %% Line 206
'heddle':%% Line 206
'choice'
(%% Line 206
[[_0|[_1|[]]]|%% Line 207
[[_0|[_1|[_2|[]]]]|[]]])
in  %% Line 206
call 'erlang':'exit'
({'timeout',{'gen_server','call',_41}})
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
( <_42> when 'true' ->
primop 'match_fail'
({'case_clause',_42})
-| ['compiler_generated'] )
end
-| [{'function',{'call',3}}] )
'cast'/2 =
%% Line 210
( fun (_0,_1) ->
let <_6> =
case %% Line 211
call 'erlang':'is_pid'
(_0) of
%% Line 211
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 211
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
( case call 'erlang':'is_atom'
(_0) of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
call 'erlang':'is_tuple'
(_0)
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 211
case ( _6
-| ['compiler_generated'] ) of
%% Line 212
<'true'> when 'true' ->
'ok'
%% Line 213
<'false'> when 'true' ->
call 'erlang':'error'
('function_clause')
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
let <_14> =
case %% Line 215
call 'erlang':'is_tuple'
(_0) of
%% Line 215
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
( case apply 'is_name'/1
(_0) of
( <'false'> when 'true' ->
let <_11> =
apply 'is_at_node'/1
(_0)
in  call 'erlang':'not'
(_11)
-| ['compiler_generated'] )
( <'true'> when 'true' ->
'false'
-| ['compiler_generated'] )
( <_cor_variable> when 'true' ->
call 'erlang':'error'
('badarg')
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
%% Line 215
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
end
in  do  %% Line 215
case ( _14
-| ['compiler_generated'] ) of
%% Line 216
<'true'> when 'true' ->
call 'erlang':'error'
('function_clause')
%% Line 217
<'false'> when 'true' ->
'ok'
( <_15> when 'true' ->
primop 'match_fail'
({'case_clause',_15})
-| ['compiler_generated'] )
end
%% Line 219
try
apply 'deliver'/2
(_0, {'$gen_cast',_1})
of <_16> ->
'ok'
catch <_20,_19,_18> ->
'ok'
-| [{'function',{'cast',2}}] )
'deliver'/2 =
%% Line 220
( fun (_0,_1) ->
( case <_0,_1> of
<{'global',_7},Message> when 'true' ->
let <_2> =
call 'heddle':'opaque'
()
in  call 'erlang':'!'
(_2, Message)
%% Line 221
<{'via',Via,Name},Message> when 'true' ->
%% Line 222
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 223
<'true'> when 'true' ->
let <_3> =
call Via:'whereis_name'
(Name)
in  call 'erlang':'!'
(_3, Message)
%% Line 224
<'false'> when 'true' ->
call Via:'send'
(Name, Message)
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
%% Line 226
<Server,Message> when 'true' ->
call 'erlang':'!'
(Server, Message)
end
-| [{'function',{'deliver',2}}] )
-| [{'function',{'deliver',2}}] )
'is_at_node'/1 =
%% Line 227
( fun (_0) ->
( case ( _0
-| [{'function',{'is_at_node',1}}] ) of
<{Name,Node}>
when let <_1> =
call 'erlang':'is_atom'
(Name)
in  let <_2> =
call 'erlang':'is_atom'
(Node)
in  call 'erlang':'and'
(_1, _2) ->
'true'
%% Line 228
<_4> when 'true' ->
'false'
end
-| [{'function',{'is_at_node',1}}] )
-| [{'function',{'is_at_node',1}}] )
'reply'/2 =
%% Line 231
( fun (_0,_1) ->
%% Line 232
case call 'heddle':'is_of_model'
(_0) of
%% Line 233
<'true'> when 'true' ->
case _0 of
<{To,Tag}> when 'true' ->
do  call 'erlang':'!'
(To, {Tag,_1})
'ok'
( <_2> when 'true' ->
primop 'match_fail'
({'badmatch',_2})
-| ['compiler_generated'] )
end
%% Line 234
<'false'> when 'true' ->
apply 'replied'/2
(_0, _1)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'reply',2}}] )
'replied'/2 =
%% Line 236
( fun (_0,_1) ->
( case <_0,_1> of
<{_9,Tag = ['alias'|Alias]},Reply>
when call 'erlang':'is_reference'
(Alias) ->
do  call 'erlang':'!'
(Alias, {Tag,Reply})
'ok'
%% Line 237
<{_10,Tag = [['alias'|Alias]|_11]},Reply>
when call 'erlang':'is_reference'
(Alias) ->
do  call 'erlang':'!'
(Alias, {Tag,Reply})
'ok'
%% Line 238
<{To,Tag},Reply> when 'true' ->
try
call 'erlang':'!'
(To, {Tag,Reply})
of <_2> ->
'ok'
catch <_6,_5,_4> ->
'ok'
( <_8,_7> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_8,_7}
-| [{'function',{'replied',2}}] ))
-| [{'function',{'replied',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'replied',2}}] )
-| [{'function',{'replied',2}}] )
'stop'/1 =
%% Line 239
( fun (_0) ->
apply 'stop'/3
(( _0
-| [{'function',{'stop',1}}] ), 'normal', 'infinity')
-| [{'function',{'stop',1}}] )
'stop'/3 =
%% Line 241
( fun (_0,_1,_2) ->
let <_7> =
case %% Line 242
call 'heddle':'choice'
(['true'|['false']]) of
%% Line 243
<'true'> when 'true' ->
let <_3> =
call 'erlang':'self'
()
in  {'$gen_stop',_3,_1}
%% Line 244
<'false'> when 'true' ->
let <_5> =
call 'erlang':'self'
()
in  let <_4> =
call 'erlang':'make_ref'
()
in  {'system',{_5,_4},{'terminate',_1}}
( <_6> when 'true' ->
%% Line 242
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
in  do  %% Line 246
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
%% Line 247
case call 'heddle':'ends'
(_0) of
%% Line 248
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
%% Line 249
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
'are_for_sending'/1,
'are_options'/1,
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
( case <_0,_1,_2> of
<M,F,A>
when let <_3> =
call 'erlang':'is_atom'
(M)
in  let <_4> =
call 'erlang':'is_atom'
(F)
in  call 'erlang':'and'
(_3, _4) ->
do  ( call ( 'erlang'
-| ['result_not_wanted'] ):( 'length'
-| ['result_not_wanted'] )
(A)
-| ['result_not_wanted'] )
let <_6> =
fun () ->
call 'erlang':'apply'
(M, F, A)
in  call 'erlang':'spawn'
(_6)
%% Line 30
<_10,_11,_12> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'spawn',3}}] )
-| [{'function',{'spawn',3}}] )
'spawn'/4 =
%% Line 31
( fun (_0,_1,_2,_3) ->
apply 'spawn'/3
(_1, _2, _3)
-| [{'function',{'spawn',4}}] )
'spawn_link'/1 =
%% Line 32
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
%% Line 33
( fun (_0,_1,_2) ->
let <P> =
apply 'spawn'/3
(_0, _1, _2)
in  do  apply 'linked'/1
(P)
P
-| [{'function',{'spawn_link',3}}] )
'spawn_monitor'/1 =
%% Line 34
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
%% Line 35
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
%% Line 36
( fun (_0,_1) ->
do  apply 'are_options'/1
(_1)
let <_2> =
call 'erlang':'spawn'
(_0)
in  apply 'with_options'/2
(_2, _1)
-| [{'function',{'spawn_opt',2}}] )
'spawn_opt'/4 =
%% Line 37
( fun (_0,_1,_2,_3) ->
do  apply 'are_options'/1
(_3)
let <_4> =
apply 'spawn'/3
(_0, _1, _2)
in  apply 'with_options'/2
(_4, _3)
-| [{'function',{'spawn_opt',4}}] )
'are_options'/1 =
%% Line 38
( fun (_0) ->
( case ( _0
-| [{'function',{'are_options',1}}] ) of
<[]> when 'true' ->
'ok'
%% Line 39
<['link'|T]> when 'true' ->
apply 'are_options'/1
(T)
%% Line 40
<['monitor'|T]> when 'true' ->
apply 'are_options'/1
(T)
%% Line 41
<[{Key,_14}|T]>
when let <_1> =
call %% Line 42
'erlang':%% Line 42
'=:='
(%% Line 42
Key, %% Line 42
'monitor')
in  let <_2> =
call %% Line 42
'erlang':%% Line 42
'=:='
(%% Line 42
Key, %% Line 42
'priority')
in  let <_3> =
call %% Line 42
'erlang':%% Line 42
'=:='
(%% Line 42
Key, %% Line 42
'fullsweep_after')
in  let <_4> =
call %% Line 42
'erlang':%% Line 42
'=:='
(%% Line 42
Key, %% Line 42
'min_heap_size')
in  let <_5> =
call %% Line 43
'erlang':%% Line 43
'=:='
(%% Line 43
Key, %% Line 43
'min_bin_vheap_size')
in  let <_6> =
call %% Line 43
'erlang':%% Line 43
'=:='
(%% Line 43
Key, %% Line 43
'max_heap_size')
in  let <_7> =
call %% Line 43
'erlang':%% Line 43
'=:='
(%% Line 43
Key, %% Line 43
'message_queue_data')
in  let <_8> =
call %% Line 43
'erlang':%% Line 43
'or'
(%% Line 43
_6, %% Line 43
_7)
in  let <_9> =
call %% Line 43
'erlang':%% Line 43
'or'
(%% Line 43
_5, %% Line 43
_8)
in  let <_10> =
call %% Line 42
'erlang':%% Line 42
'or'
(%% Line 42
_4, %% Line 43
_9)
in  let <_11> =
call %% Line 42
'erlang':%% Line 42
'or'
(%% Line 42
_3, %% Line 42
_10)
in  let <_12> =
call %% Line 42
'erlang':%% Line 42
'or'
(%% Line 42
_2, %% Line 42
_11)
in  %% Line 42
call 'erlang':'or'
(_1, _12) ->
%% Line 44
apply 'are_options'/1
(T)
%% Line 45
<_15> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'are_options',1}}] )
-| [{'function',{'are_options',1}}] )
'with_options'/2 =
%% Line 46
( fun (_0,_1) ->
do  %% Line 47
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
%% Line 48
apply 'watched'/2
(_0, _1)
-| [{'function',{'with_options',2}}] )
'watched'/2 =
%% Line 49
( fun (_0,_1) ->
( case <_0,_1> of
<P,[]> when 'true' ->
P
%% Line 50
<P,['monitor'|_6]> when 'true' ->
let <_2> =
apply 'monitor'/2
('process', P)
in  {P,_2}
%% Line 51
<P,[{'monitor',Options}|_7]> when 'true' ->
let <_3> =
apply 'monitor'/3
('process', P, Options)
in  {P,_3}
%% Line 52
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
'link'/1 =
%% Line 55
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
%% Line 56
<P> when 'true' ->
%% Line 57
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
%% Line 58
( fun (_0) ->
do  %% Line 59
call 'heddle':'tie'
(( _0
-| [{'function',{'linked',1}}] ))
let <Self> =
call %% Line 60
'erlang':%% Line 60
'self'
()
in  do  %% Line 61
case call 'heddle':'traps_exits'
(Self) of
%% Line 62
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
%% Line 63
<'false'> when 'true' ->
'ok'
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
do  %% Line 65
case call 'heddle':'traps_exits'
(( _0
-| [{'function',{'linked',1}}] )) of
%% Line 66
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
%% Line 67
<'false'> when 'true' ->
'ok'
( <_7> when 'true' ->
primop 'match_fail'
({'case_clause',_7})
-| ['compiler_generated'] )
end
%% Line 69
'true'
-| [{'function',{'linked',1}}] )
'unlink'/1 =
%% Line 70
( fun (_0) ->
( case ( _0
-| [{'function',{'unlink',1}}] ) of
<P>
when call 'erlang':'is_pid'
(( _0
-| [{'function',{'unlink',1}}] )) ->
'true'
%% Line 71
<P>
when call 'erlang':'is_port'
(( _0
-| [{'function',{'unlink',1}}] )) ->
'true'
%% Line 72
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'unlink',1}}] )
-| [{'function',{'unlink',1}}] )
'exit'/2 =
%% Line 74
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
%% Line 75
<P,Reason> when 'true' ->
do  %% Line 76
call 'heddle':'kill'
(P)
%% Line 77
case call 'heddle':'traps_exits'
(P) of
%% Line 78
<'true'> when 'true' ->
let <_6> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(P, {'EXIT',_6,Reason})
'true'
%% Line 79
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
%% Line 82
( fun (_0,_1) ->
let <Reference> =
call %% Line 83
'erlang':%% Line 83
'make_ref'
()
in  do  %% Line 84
apply 'watch'/4
('DOWN', Reference, _0, _1)
%% Line 85
Reference
-| [{'function',{'monitor',2}}] )
'monitor'/3 =
%% Line 87
( fun (_0,_1,_2) ->
let <Reference> =
call %% Line 88
'erlang':%% Line 88
'alias'
()
in  let <_4> =
apply %% Line 89
'tag'/1
(_2)
in  do  %% Line 89
apply 'watch'/4
(_4, Reference, _0, _1)
%% Line 90
Reference
-| [{'function',{'monitor',3}}] )
'tag'/1 =
%% Line 91
( fun (_0) ->
( case ( _0
-| [{'function',{'tag',1}}] ) of
<[]> when 'true' ->
'DOWN'
%% Line 92
<[{'tag',Tag}|_2]> when 'true' ->
Tag
%% Line 93
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
%% Line 94
( fun (_0,_1,_2,_3) ->
let <_8> =
case %% Line 95
call 'erlang':'=:='
(_2, 'process') of
%% Line 95
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 95
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
( case call 'erlang':'=:='
(_2, 'port') of
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
call 'erlang':'=:='
(_2, 'time_offset')
-| ['compiler_generated'] )
end
-| ['compiler_generated'] )
-| ['compiler_generated'] )
end
in  do  %% Line 95
case ( _8
-| ['compiler_generated'] ) of
%% Line 96
<'true'> when 'true' ->
'ok'
%% Line 97
<'false'> when 'true' ->
call 'erlang':'error'
('badarg')
( <_9> when 'true' ->
primop 'match_fail'
({'case_clause',_9})
-| ['compiler_generated'] )
end
let <_16> =
case %% Line 99
call 'erlang':'is_pid'
(_3) of
%% Line 99
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 99
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
in  do  %% Line 99
case ( _16
-| ['compiler_generated'] ) of
%% Line 100
<'true'> when 'true' ->
'ok'
%% Line 101
<'false'> when 'true' ->
call 'erlang':'error'
('badarg')
( <_17> when 'true' ->
primop 'match_fail'
({'case_clause',_17})
-| ['compiler_generated'] )
end
let <Self> =
call %% Line 103
'erlang':%% Line 103
'self'
()
in  let <_21> =
case %% Line 104
call 'erlang':'is_atom'
(_3) of
%% Line 104
<'true'> when 'true' ->
let <_19> =
call 'erlang':'node'
()
in  {_3,_19}
%% Line 104
<'false'> when 'true' ->
_3
end
in  let <_24> =
fun () ->
let <_23> =
call %% Line 105
'heddle':%% Line 105
'opaque'
()
in  %% Line 105
call 'erlang':'!'
(Self, {_0,_1,_2,_21,_23})
in  %% Line 105
call 'erlang':'spawn'
(_24)
-| [{'function',{'watch',4}}] )
'demonitor'/1 =
%% Line 106
( fun (_0) ->
( case ( _0
-| [{'function',{'demonitor',1}}] ) of
<Reference>
when call 'erlang':'is_reference'
(( _0
-| [{'function',{'demonitor',1}}] )) ->
'true'
%% Line 107
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'demonitor',1}}] )
-| [{'function',{'demonitor',1}}] )
'demonitor'/2 =
%% Line 108
( fun (_0,_1) ->
( case <_0,_1> of
<Reference,Options>
when call 'erlang':'is_reference'
(Reference) ->
%% Line 109
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
%% Line 110
<_5,_6> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'demonitor',2}}] )
-| [{'function',{'demonitor',2}}] )
'alias'/0 =
%% Line 112
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
%% Line 113
( fun (_0) ->
call 'erlang':'alias'
()
-| [{'function',{'alias',1}}] )
'unalias'/1 =
%% Line 114
( fun (_0) ->
( case ( _0
-| [{'function',{'unalias',1}}] ) of
<Reference>
when call 'erlang':'is_reference'
(( _0
-| [{'function',{'unalias',1}}] )) ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 115
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'unalias',1}}] )
-| [{'function',{'unalias',1}}] )
'send'/2 =
%% Line 117
( fun (_0,_1) ->
call 'erlang':'!'
(_0, _1)
-| [{'function',{'send',2}}] )
'send'/3 =
%% Line 118
( fun (_0,_1,_2) ->
do  %% Line 119
apply 'are_for_sending'/1
(_2)
do  %% Line 120
call 'erlang':'!'
(_0, _1)
%% Line 122
case call 'erlang':'is_tuple'
(_0) of
<'true'> when 'true' ->
call 'heddle':'choice'
(['ok'|['noconnect'|['nosuspend']]])
<'false'> when 'true' ->
'ok'
end
-| [{'function',{'send',3}}] )
'are_for_sending'/1 =
%% Line 123
( fun (_0) ->
( case ( _0
-| [{'function',{'are_for_sending',1}}] ) of
<[]> when 'true' ->
'ok'
%% Line 124
<['noconnect'|T]> when 'true' ->
apply 'are_for_sending'/1
(T)
%% Line 125
<['nosuspend'|T]> when 'true' ->
apply 'are_for_sending'/1
(T)
%% Line 126
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'are_for_sending',1}}] )
-| [{'function',{'are_for_sending',1}}] )
'send_nosuspend'/2 =
%% Line 127
( fun (_0,_1) ->
apply 'send_nosuspend'/3
(_0, _1, [])
-| [{'function',{'send_nosuspend',2}}] )
'send_nosuspend'/3 =
%% Line 128
( fun (_0,_1,_2) ->
%% Line 129
case apply 'send'/3
(_0, _1, _2) of
<'ok'> when 'true' ->
'true'
<_7> when 'true' ->
'false'
end
-| [{'function',{'send_nosuspend',3}}] )
'send_after'/3 =
%% Line 132
( fun (_0,_1,_2) ->
do  %% Line 133
apply 'can_be_timed'/2
(_0, _1)
let <_3> =
fun () ->
catch
%% Line 134
call 'erlang':'!'
(_1, _2)
in  do  %% Line 134
call 'erlang':'spawn'
(_3)
%% Line 135
call 'erlang':'make_ref'
()
-| [{'function',{'send_after',3}}] )
'send_after'/4 =
%% Line 136
( fun (_0,_1,_2,_3) ->
apply 'send_after'/3
(_0, _1, _2)
-| [{'function',{'send_after',4}}] )
'start_timer'/3 =
%% Line 137
( fun (_0,_1,_2) ->
do  %% Line 138
apply 'can_be_timed'/2
(_0, _1)
let <Reference> =
call %% Line 139
'erlang':%% Line 139
'make_ref'
()
in  let <_4> =
fun () ->
catch
%% Line 140
call 'erlang':'!'
(_1, {'timeout',Reference,_2})
in  do  %% Line 140
call 'erlang':'spawn'
(_4)
%% Line 141
Reference
-| [{'function',{'start_timer',3}}] )
'start_timer'/4 =
%% Line 142
( fun (_0,_1,_2,_3) ->
apply 'start_timer'/3
(_0, _1, _2)
-| [{'function',{'start_timer',4}}] )
'can_be_timed'/2 =
%% Line 143
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
%% Line 144
<_11,_12> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'can_be_timed',2}}] )
-| [{'function',{'can_be_timed',2}}] )
'cancel_timer'/1 =
%% Line 145
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
%% Line 146
<_3> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'cancel_timer',1}}] )
-| [{'function',{'cancel_timer',1}}] )
'cancel_timer'/2 =
%% Line 147
( fun (_0,_1) ->
apply 'told_later'/3
('cancel_timer', _0, _1)
-| [{'function',{'cancel_timer',2}}] )
'read_timer'/1 =
%% Line 148
( fun (_0) ->
apply 'cancel_timer'/1
(( _0
-| [{'function',{'read_timer',1}}] ))
-| [{'function',{'read_timer',1}}] )
'read_timer'/2 =
%% Line 149
( fun (_0,_1) ->
apply 'told_later'/3
('read_timer', _0, _1)
-| [{'function',{'read_timer',2}}] )
'told_later'/3 =
%% Line 150
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<What,Timer,Options>
when call 'erlang':'is_reference'
(Timer) ->
%% Line 151
case apply 'has'/2
({'async','true'}, Options) of
%% Line 152
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
%% Line 153
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
%% Line 155
<_10,_11,_12> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'told_later',3}}] )
-| [{'function',{'told_later',3}}] )
'later'/1 =
%% Line 156
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
%% Line 158
( fun () ->
'true'
-| [{'function',{'garbage_collect',0}}] )
'garbage_collect'/1 =
%% Line 159
( fun (_0) ->
( case ( _0
-| [{'function',{'garbage_collect',1}}] ) of
<P>
when call 'erlang':'is_pid'
(( _0
-| [{'function',{'garbage_collect',1}}] )) ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 160
<_2> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'garbage_collect',1}}] )
-| [{'function',{'garbage_collect',1}}] )
'garbage_collect'/2 =
%% Line 161
( fun (_0,_1) ->
( case <_0,_1> of
<P,Options>
when call 'erlang':'is_pid'
(P) ->
apply 'answered_later'/2
('garbage_collect', Options)
%% Line 162
<_4,_5> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'garbage_collect',2}}] )
-| [{'function',{'garbage_collect',2}}] )
'check_process_code'/2 =
%% Line 163
( fun (_0,_1) ->
( case <_0,_1> of
<P,_4>
when call 'erlang':'is_pid'
(P) ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 164
<_5,_6> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'check_process_code',2}}] )
-| [{'function',{'check_process_code',2}}] )
'check_process_code'/3 =
%% Line 165
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<P,_6,Options>
when call 'erlang':'is_pid'
(P) ->
apply 'answered_later'/2
('check_process_code', Options)
%% Line 166
<_7,_8,_9> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'check_process_code',3}}] )
-| [{'function',{'check_process_code',3}}] )
'answered_later'/2 =
%% Line 167
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
%% Line 168
<What,[{'async',Id}|_6]> when 'true' ->
let <_2> =
call %% Line 169
'heddle':%% Line 169
'choice'
(%% Line 169
['true'|['false'|['aborted']]])
in  do  %% Line 169
apply 'later'/1
({What,Id,_2})
%% Line 170
'async'
%% Line 171
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
%% Line 173
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
%% Line 174
( fun () ->
'true'
-| [{'function',{'yield',0}}] )
'node'/0 =
%% Line 175
( fun () ->
'nonode@nohost'
-| [{'function',{'node',0}}] )
'nodes'/0 =
%% Line 176
( fun () ->
[]
-| [{'function',{'nodes',0}}] )
'group_leader'/0 =
%% Line 177
( fun () ->
call 'heddle':'opaque'
()
-| [{'function',{'group_leader',0}}] )
'group_leader'/2 =
%% Line 179
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
%% Line 180
<_6,_7> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'group_leader',2}}] )
-| [{'function',{'group_leader',2}}] )
'map_get'/2 =
%% Line 182
( fun (_0,_1) ->
%% Line 183
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
%% Line 23
( fun (_0) ->
%% Line 24
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 25
<'true'> when 'true' ->
let <_1> =
call 'heddle':'parent'
()
in  apply 'init_ack'/2
(_1, ( _0
-| [{'function',{'init_ack',1}}] ))
%% Line 26
<'false'> when 'true' ->
let <_2> =
call 'heddle':'opaque'
()
in  call 'erlang':'error'
(_2)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'init_ack',1}}] )
'init_ack'/2 =
%% Line 28
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'ack',_2,_1})
'ok'
-| [{'function',{'init_ack',2}}] )
'hibernate'/3 =
%% Line 29
( fun (_0,_1,_2) ->
call 'erlang':'hibernate'
(_0, _1, _2)
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
