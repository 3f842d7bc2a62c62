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
%% Line 6
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'self'
()
in  apply 'started'/3
(_3, _0, _1)
-| [{'function',{'start',3}}] )
'start_link'/3 =
%% Line 7
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
%% Line 8
( fun (_0,_1,_2,_3) ->
let <_4> =
call 'erlang':'self'
()
in  apply 'started'/4
(_4, _0, _1, _2)
-| [{'function',{'start',4}}] )
'start_link'/4 =
%% Line 9
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
%% Line 10
( fun (_0,_1,_2) ->
let <_3> =
call 'erlang':'self'
()
in  let <_4> =
apply 'started'/3
(_3, _0, _1)
in  apply 'watched'/1
(_4)
-| [{'function',{'start_monitor',3}}] )
'start_monitor'/4 =
%% Line 11
( fun (_0,_1,_2,_3) ->
let <_4> =
call 'erlang':'self'
()
in  let <_5> =
apply 'started'/4
(_4, _0, _1, _2)
in  apply 'watched'/1
(_5)
-| [{'function',{'start_monitor',4}}] )
'linked'/1 =
%% Line 13
( fun (_0) ->
( case ( _0
-| [{'function',{'linked',1}}] ) of
<_@r0 = {'ok',Server}> when 'true' ->
do  call 'erlang':'link'
(Server)
_@r0
%% Line 14
<Result> when 'true' ->
Result
end
-| [{'function',{'linked',1}}] )
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
in  let <_4> =
call 'erlang':'spawn'
(_3)
in  apply 'answered'/1
(_4)
-| [{'function',{'started',3}}] )
'started'/4 =
%% Line 20
( fun (_0,_1,_2,_3) ->
let <_4> =
fun () ->
apply 'named'/4
(_0, _1, _2, _3)
in  let <_5> =
call 'erlang':'spawn'
(_4)
in  apply 'answered'/1
(_5)
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
let <_5> =
case _1 of
%% Line 29
<{'local',Local}> when 'true' ->
Local
%% Line 29
<_19> when 'true' ->
call 'heddle':'opaque'
()
end
in  %% Line 30
try
let <_7> =
call 'erlang':'self'
()
in  call 'erlang':'register'
(_5, _7)
of <_8> ->
%% Line 31
apply 'server'/3
(_0, _2, _3)
catch <_12,_11,_10> ->
let <_14> =
call %% Line 33
'erlang':%% Line 33
'self'
()
in  let <_13> =
call %% Line 33
'erlang':%% Line 33
'whereis'
(_5)
in  %% Line 33
call 'erlang':'!'
(_0, {'$started',_14,{'error',{'already_started',_13}}})
-| [{'function',{'named',4}}] )
'server'/3 =
%% Line 36
( fun (_0,_1,_2) ->
%% Line 37
case call _1:'init'
(_2) of
%% Line 38
<{'ok',State}> when 'true' ->
let <_4> =
call 'erlang':'self'
()
in  let <_3> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_4,{'ok',_3}})
apply 'loop'/2
(_1, State)
%% Line 39
<{'ok',State,Then}> when 'true' ->
let <_6> =
call 'erlang':'self'
()
in  let <_5> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_6,{'ok',_5}})
apply 'then'/3
(_1, State, Then)
%% Line 40
<{'stop',Reason}> when 'true' ->
let <_7> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_7,{'error',Reason}})
%% Line 41
<_@r0 = {'error',Reason}> when 'true' ->
let <_8> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_8,_@r0})
%% Line 42
<'ignore'> when 'true' ->
let <_9> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_9,'ignore'})
( <_10> when 'true' ->
primop 'match_fail'
({'case_clause',_10})
-| ['compiler_generated'] )
end
-| [{'function',{'server',3}}] )
'loop'/2 =
%% Line 46
( fun (_0,_1) ->
let <_4> =
case %% Line 47
call 'erlang':'function_exported'
(_0, 'terminate', 2) of
%% Line 47
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
call 'heddle':'choice'
(['true'|['false']])
-| ['compiler_generated'] )
%% Line 47
( <( 'false'
-| ['compiler_generated'] )> when 'true' ->
'false'
-| ['compiler_generated'] )
%% Line 47
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
in  %% Line 47
case ( _4
-| ['compiler_generated'] ) of
%% Line 48
<'true'> when 'true' ->
let <_5> =
call 'heddle':'opaque'
()
in  call _0:'terminate'
(_5, _1)
%% Line 49
<'false'> when 'true' ->
apply 'next'/2
(_0, _1)
( <_6> when 'true' ->
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
-| [{'function',{'loop',2}}] )
'next'/2 =
%% Line 52
( fun (_0,_1) ->
( letrec
'recv$^0'/0 =
fun () ->
let <_8,_6> =
primop 'recv_peek_message'
()
in  case _8 of
<'true'> when 'true' ->
%% Line 53
case _6 of
%% Line 54
<{'$gen_call',From,Request}> when 'true' ->
do  primop 'remove_message'
()
let <_2> =
call _0:'handle_call'
(Request, From, _1)
in  apply 'called'/3
(_0, From, _2)
%% Line 55
<{'$gen_cast',Request}> when 'true' ->
do  primop 'remove_message'
()
let <_3> =
call _0:'handle_cast'
(Request, _1)
in  apply 'handled'/2
(_0, _3)
%% Line 56
<{'$gen_stop',From}> when 'true' ->
do  primop 'remove_message'
()
do  call 'erlang':'!'
(From, '$stopped')
'ok'
%% Line 57
<Message> when 'true' ->
do  primop 'remove_message'
()
apply 'info'/3
(_0, Message, _1)
end
( <'false'> when 'true' ->
let <_7> =
primop 'recv_wait_timeout'
('infinity')
in  case _7 of
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
'info'/3 =
%% Line 61
( fun (_0,_1,_2) ->
%% Line 62
case call 'erlang':'function_exported'
(_0, 'handle_info', 2) of
%% Line 63
<'true'> when 'true' ->
let <_3> =
call _0:'handle_info'
(_1, _2)
in  apply 'handled'/2
(_0, _3)
%% Line 64
<'false'> when 'true' ->
apply 'loop'/2
(_0, _2)
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
-| [{'function',{'info',3}}] )
'then'/3 =
%% Line 68
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<M,State,{'continue',What}> when 'true' ->
let <_3> =
call M:'handle_continue'
(What, State)
in  apply 'handled'/2
(M, _3)
%% Line 69
<M,State,_8> when 'true' ->
%% Line 70
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 71
<'true'> when 'true' ->
apply 'info'/3
(M, 'timeout', State)
%% Line 72
<'false'> when 'true' ->
apply 'loop'/2
(M, State)
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
end
-| [{'function',{'then',3}}] )
-| [{'function',{'then',3}}] )
'called'/3 =
%% Line 75
( fun (_0,_1,_2) ->
%% Line 76
case _2 of
%% Line 77
<{'reply',Reply,State}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'loop'/2
(_0, State)
%% Line 78
<{'reply',Reply,State,Then}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'then'/3
(_0, State, Then)
%% Line 79
<{'stop',Reason,Reply,State}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'stopped'/3
(_0, Reason, State)
%% Line 80
<_7> when 'true' ->
apply 'handled'/2
(_0, _2)
end
-| [{'function',{'called',3}}] )
'handled'/2 =
%% Line 83
( fun (_0,_1) ->
%% Line 84
case _1 of
%% Line 85
<{'noreply',State}> when 'true' ->
apply 'loop'/2
(_0, State)
%% Line 86
<{'noreply',State,Then}> when 'true' ->
apply 'then'/3
(_0, State, Then)
%% Line 87
<{'stop',Reason,State}> when 'true' ->
apply 'stopped'/3
(_0, Reason, State)
%% Line 88
<_5> when 'true' ->
call 'erlang':'exit'
({'bad_return_value',_1})
end
-| [{'function',{'handled',2}}] )
'stopped'/3 =
%% Line 91
( fun (_0,_1,_2) ->
do  %% Line 92
case call 'erlang':'function_exported'
(_0, 'terminate', 2) of
%% Line 93
<'true'> when 'true' ->
call _0:'terminate'
(_1, _2)
%% Line 94
<'false'> when 'true' ->
'ok'
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
%% Line 96
call 'erlang':'exit'
(_1)
-| [{'function',{'stopped',3}}] )
'call'/2 =
%% Line 99
( fun (_0,_1) ->
apply 'call'/3
(_0, _1, 5000)
-| [{'function',{'call',2}}] )
'call'/3 =
%% Line 100
( fun (_0,_1,_2) ->
let <Tag> =
call %% Line 101
'erlang':%% Line 101
'make_ref'
()
in  do  %% Line 102
try
let <_4> =
call 'erlang':'self'
()
in  apply 'deliver'/2
(_0, {'$gen_call',{_4,Tag},_1})
of <_5> ->
'ok'
catch <_9,_8,_7> ->
%% Line 103
case <_9,_8,_7> of
<( 'error'
-| ['compiler_generated'] ),_16,_17> when 'true' ->
call 'erlang':'exit'
({'noproc',{'gen_server','call',[_0|[_1|[]]]}})
( <_23,_24,_25> when 'true' ->
primop 'raise'
(_25, _24)
-| ['compiler_generated'] )
end
%% Line 105
case call 'heddle':'ends'
(_0) of
%% Line 106
<'true'> when 'true' ->
let <_10> =
call 'heddle':'opaque'
()
in  call 'erlang':'exit'
({_10,{'gen_server','call',[_0|[_1|[]]]}})
%% Line 107
<'false'> when 'true' ->
( letrec
'recv$^0'/0 =
fun () ->
let <_21,_19> =
primop 'recv_peek_message'
()
in  case _21 of
<'true'> when 'true' ->
%% Line 108
case _19 of
<{_18,Reply}>
when call 'erlang':'=:='
(_18,
Tag) ->
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
let <_20> =
primop 'recv_wait_timeout'
(_2)
in  case _20 of
<'true'> when 'true' ->
%% Line 109
call 'erlang':'exit'
({'timeout',{'gen_server','call',[_0|[_1|[]]]}})
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
( <_11> when 'true' ->
primop 'match_fail'
({'case_clause',_11})
-| ['compiler_generated'] )
end
-| [{'function',{'call',3}}] )
'cast'/2 =
%% Line 112
( fun (_0,_1) ->
%% Line 113
try
apply 'deliver'/2
(_0, {'$gen_cast',_1})
of <_2> ->
'ok'
catch <_6,_5,_4> ->
'ok'
-| [{'function',{'cast',2}}] )
'deliver'/2 =
%% Line 114
( fun (_0,_1) ->
( case <_0,_1> of
<{'global',_6},Message> when 'true' ->
let <_2> =
call 'heddle':'opaque'
()
in  call 'erlang':'!'
(_2, Message)
%% Line 115
<{'via',_7,_8},Message> when 'true' ->
let <_3> =
call 'heddle':'opaque'
()
in  call 'erlang':'!'
(_3, Message)
%% Line 116
<Server,Message> when 'true' ->
call 'erlang':'!'
(Server, Message)
end
-| [{'function',{'deliver',2}}] )
-| [{'function',{'deliver',2}}] )
'reply'/2 =
%% Line 117
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
%% Line 118
( fun (_0) ->
let <_1> =
call %% Line 119
'erlang':%% Line 119
'self'
()
in  do  %% Line 119
apply 'deliver'/2
(( _0
-| [{'function',{'stop',1}}] ), {'$gen_stop',_1})
%% Line 120
case call 'heddle':'ends'
(( _0
-| [{'function',{'stop',1}}] )) of
%% Line 121
<'true'> when 'true' ->
let <_2> =
call 'heddle':'opaque'
()
in  call 'erlang':'exit'
(_2)
%% Line 122
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
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'stop',1}}] )
'stop'/3 =
%% Line 124
( fun (_0,_1,_2) ->
apply 'stop'/1
(_0)
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
'can_be_timed'/2,
'cancel_timer'/1,
'demonitor'/1,
'demonitor'/2,
'exit'/2,
'garbage_collect'/0,
'group_leader'/0,
'hibernate'/3,
'link'/1,
'map_get'/2,
'module_info'/0,
'module_info'/1,
'monitor'/2,
'monitor'/3,
'node'/0,
'nodes'/0,
'send'/2,
'send'/3,
'send_after'/3,
'send_after'/4,
'send_nosuspend'/2,
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
'unalias'/1,
'unlink'/1,
'unregister'/1,
'watch'/4,
'with_options'/1,
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
[{'no_auto_import',[{'spawn',2}|[{'spawn',3}|[{'spawn',4}|[{'spawn_link',1}|[{'spawn_link',3}|[{'spawn_monitor',1}|[{'spawn_monitor',3}|[{'link',1}|[{'unlink',1}|[{'monitor',2}|[{'demonitor',1}|[{'demonitor',2}|[{'exit',2}|[{'length',1}]]]]]]]]]]]]]]}]]
'++'/2 =
%% Line 9
( fun (_0,_1) ->
( case <_0,_1> of
<[],B> when 'true' ->
B
%% Line 10
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
%% Line 12
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
%% Line 13
<_7,_8> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'--',2}}] )
-| [{'function',{'--',2}}] )
'sublist'/1 =
%% Line 15
( fun (_0) ->
( case ( _0
-| [{'function',{'sublist',1}}] ) of
<[]> when 'true' ->
[]
%% Line 16
<[H|T]> when 'true' ->
%% Line 17
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 18
<'true'> when 'true' ->
let <_1> =
apply 'sublist'/1
(T)
in  [H|_1]
%% Line 19
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
'spawn'/2 =
%% Line 22
( fun (_0,_1) ->
call 'erlang':'spawn'
(_1)
-| [{'function',{'spawn',2}}] )
'spawn'/3 =
%% Line 23
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
call 'erlang':'apply'
(_0, _1, _2)
in  call 'erlang':'spawn'
(_3)
-| [{'function',{'spawn',3}}] )
'spawn'/4 =
%% Line 24
( fun (_0,_1,_2,_3) ->
apply 'spawn'/3
(_1, _2, _3)
-| [{'function',{'spawn',4}}] )
'spawn_link'/1 =
%% Line 25
( fun (_0) ->
let <P> =
call 'erlang':'spawn'
(( _0
-| [{'function',{'spawn_link',1}}] ))
in  do  apply 'link'/1
(P)
P
-| [{'function',{'spawn_link',1}}] )
'spawn_link'/3 =
%% Line 26
( fun (_0,_1,_2) ->
let <P> =
apply 'spawn'/3
(_0, _1, _2)
in  do  apply 'link'/1
(P)
P
-| [{'function',{'spawn_link',3}}] )
'spawn_monitor'/1 =
%% Line 27
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
%% Line 28
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
%% Line 29
( fun (_0,_1) ->
let <_2> =
call 'erlang':'spawn'
(_0)
in  apply 'with_options'/1
(_2)
-| [{'function',{'spawn_opt',2}}] )
'spawn_opt'/4 =
%% Line 30
( fun (_0,_1,_2,_3) ->
let <_4> =
apply 'spawn'/3
(_0, _1, _2)
in  apply 'with_options'/1
(_4)
-| [{'function',{'spawn_opt',4}}] )
'with_options'/1 =
%% Line 31
( fun (_0) ->
do  %% Line 32
apply 'link'/1
(( _0
-| [{'function',{'with_options',1}}] ))
%% Line 33
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
( _0
-| [{'function',{'with_options',1}}] )
<'false'> when 'true' ->
let <_1> =
apply 'monitor'/2
('process', ( _0
-| [{'function',{'with_options',1}}] ))
in  {( _0
-| [{'function',{'with_options',1}}] ),_1}
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
-| [{'function',{'with_options',1}}] )
'hibernate'/3 =
%% Line 35
( fun (_0,_1,_2) ->
do  call 'erlang':'apply'
(_0, _1, _2)
call 'erlang':'exit'
('normal')
-| [{'function',{'hibernate',3}}] )
'link'/1 =
%% Line 38
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
%% Line 39
<P> when 'true' ->
do  %% Line 40
call 'heddle':'tie'
(P)
%% Line 41
case call 'heddle':'traps_exits'
() of
%% Line 42
<'true'> when 'true' ->
let <Self> =
call %% Line 43
'erlang':%% Line 43
'self'
()
in  let <_7> =
fun () ->
let <_6> =
call %% Line 44
'heddle':%% Line 44
'opaque'
()
in  %% Line 44
call 'erlang':'!'
(Self, {'EXIT',P,_6})
in  do  %% Line 44
call 'erlang':'spawn'
(_7)
let <_9> =
fun () ->
let <_8> =
call %% Line 45
'heddle':%% Line 45
'opaque'
()
in  %% Line 45
call 'erlang':'!'
(P, {'EXIT',Self,_8})
in  do  %% Line 45
call 'erlang':'spawn'
(_9)
%% Line 46
'true'
%% Line 47
<'false'> when 'true' ->
'true'
( <_10> when 'true' ->
primop 'match_fail'
({'case_clause',_10})
-| ['compiler_generated'] )
end
end
-| [{'function',{'link',1}}] )
-| [{'function',{'link',1}}] )
'unlink'/1 =
%% Line 49
( fun (_0) ->
'true'
-| [{'function',{'unlink',1}}] )
'exit'/2 =
%% Line 51
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
%% Line 52
<P,Reason> when 'true' ->
do  %% Line 53
call 'heddle':'kill'
(P)
%% Line 54
case call 'heddle':'traps_exits'
() of
%% Line 55
<'true'> when 'true' ->
let <_6> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(P, {'EXIT',_6,Reason})
'true'
%% Line 56
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
%% Line 59
( fun (_0,_1) ->
let <Reference> =
call %% Line 60
'erlang':%% Line 60
'make_ref'
()
in  do  %% Line 61
apply 'watch'/4
('DOWN', Reference, _0, _1)
%% Line 62
Reference
-| [{'function',{'monitor',2}}] )
'monitor'/3 =
%% Line 64
( fun (_0,_1,_2) ->
let <Reference> =
call %% Line 65
'erlang':%% Line 65
'alias'
()
in  let <_4> =
call %% Line 66
'heddle':%% Line 66
'opaque'
()
in  do  %% Line 66
apply 'watch'/4
(_4, Reference, _0, _1)
%% Line 67
Reference
-| [{'function',{'monitor',3}}] )
'watch'/4 =
%% Line 68
( fun (_0,_1,_2,_3) ->
let <_10> =
case %% Line 69
call 'erlang':'is_pid'
(_3) of
%% Line 69
( <( 'true'
-| ['compiler_generated'] )> when 'true' ->
'true'
-| ['compiler_generated'] )
%% Line 69
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
in  do  %% Line 69
case ( _10
-| ['compiler_generated'] ) of
%% Line 70
<'true'> when 'true' ->
'ok'
%% Line 71
<'false'> when 'true' ->
call 'erlang':'error'
('badarg')
( <_11> when 'true' ->
primop 'match_fail'
({'case_clause',_11})
-| ['compiler_generated'] )
end
let <Self> =
call %% Line 73
'erlang':%% Line 73
'self'
()
in  let <_15> =
case %% Line 74
call 'erlang':'is_atom'
(_3) of
%% Line 74
<'true'> when 'true' ->
let <_13> =
call 'erlang':'node'
()
in  {_3,_13}
%% Line 74
<'false'> when 'true' ->
_3
end
in  let <_18> =
fun () ->
let <_17> =
call %% Line 75
'heddle':%% Line 75
'opaque'
()
in  %% Line 75
call 'erlang':'!'
(Self, {_0,_1,_2,_15,_17})
in  %% Line 75
call 'erlang':'spawn'
(_18)
-| [{'function',{'watch',4}}] )
'demonitor'/1 =
%% Line 76
( fun (_0) ->
'true'
-| [{'function',{'demonitor',1}}] )
'demonitor'/2 =
%% Line 77
( fun (_0,_1) ->
'true'
-| [{'function',{'demonitor',2}}] )
'alias'/0 =
%% Line 79
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
%% Line 80
( fun (_0) ->
call 'erlang':'alias'
()
-| [{'function',{'alias',1}}] )
'unalias'/1 =
%% Line 81
( fun (_0) ->
'true'
-| [{'function',{'unalias',1}}] )
'send'/2 =
%% Line 83
( fun (_0,_1) ->
call 'erlang':'!'
(_0, _1)
-| [{'function',{'send',2}}] )
'send'/3 =
%% Line 84
( fun (_0,_1,_2) ->
do  call 'erlang':'!'
(_0, _1)
'ok'
-| [{'function',{'send',3}}] )
'send_nosuspend'/2 =
%% Line 85
( fun (_0,_1) ->
do  call 'erlang':'!'
(_0, _1)
'true'
-| [{'function',{'send_nosuspend',2}}] )
'send_after'/3 =
%% Line 87
( fun (_0,_1,_2) ->
do  %% Line 88
apply 'can_be_timed'/2
(_0, _1)
let <_3> =
fun () ->
%% Line 89
call 'erlang':'!'
(_1, _2)
in  do  %% Line 89
call 'erlang':'spawn'
(_3)
%% Line 90
call 'erlang':'make_ref'
()
-| [{'function',{'send_after',3}}] )
'send_after'/4 =
%% Line 91
( fun (_0,_1,_2,_3) ->
apply 'send_after'/3
(_0, _1, _2)
-| [{'function',{'send_after',4}}] )
'start_timer'/3 =
%% Line 92
( fun (_0,_1,_2) ->
do  %% Line 93
apply 'can_be_timed'/2
(_0, _1)
let <Reference> =
call %% Line 94
'erlang':%% Line 94
'make_ref'
()
in  let <_4> =
fun () ->
%% Line 95
call 'erlang':'!'
(_1, {'timeout',Reference,_2})
in  do  %% Line 95
call 'erlang':'spawn'
(_4)
%% Line 96
Reference
-| [{'function',{'start_timer',3}}] )
'start_timer'/4 =
%% Line 97
( fun (_0,_1,_2,_3) ->
apply 'start_timer'/3
(_0, _1, _2)
-| [{'function',{'start_timer',4}}] )
'can_be_timed'/2 =
%% Line 98
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
%% Line 99
<_11,_12> when 'true' ->
call 'erlang':'error'
('badarg')
end
-| [{'function',{'can_be_timed',2}}] )
-| [{'function',{'can_be_timed',2}}] )
'cancel_timer'/1 =
%% Line 100
( fun (_0) ->
let <_1> =
call 'heddle':'any_nat'
()
in  call 'heddle':'choice'
(['false'|[_1|[]]])
-| [{'function',{'cancel_timer',1}}] )
'unregister'/1 =
%% Line 102
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
%% Line 103
( fun () ->
'true'
-| [{'function',{'yield',0}}] )
'node'/0 =
%% Line 104
( fun () ->
'nonode@nohost'
-| [{'function',{'node',0}}] )
'nodes'/0 =
%% Line 105
( fun () ->
[]
-| [{'function',{'nodes',0}}] )
'group_leader'/0 =
%% Line 106
( fun () ->
call 'heddle':'opaque'
()
-| [{'function',{'group_leader',0}}] )
'garbage_collect'/0 =
%% Line 107
( fun () ->
'true'
-| [{'function',{'garbage_collect',0}}] )
'map_get'/2 =
%% Line 109
( fun (_0,_1) ->
%% Line 110
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
'any'/2,
'append'/1,
'append'/2,
'delete'/2,
'duplicate'/2,
'filter'/2,
'filtermap'/2,
'flatmap'/2,
'foldl'/3,
'foldr'/3,
'foreach'/2,
'has_key'/3,
'integers'/0,
'keydelete'/3,
'keyfind'/3,
'keymember'/3,
'keysort'/2,
'keystore'/4,
'last'/1,
'map'/2,
'max'/1,
'member'/2,
'min'/1,
'module_info'/0,
'module_info'/1,
'nth'/2,
'partition'/2,
'pick'/1,
'picks'/1,
'reorder'/1,
'reverse'/1,
'reverse'/2,
'seq'/2,
'seq'/3,
'some'/1,
'sort'/1,
'sort'/2,
'sublist'/2,
'sum'/1,
'unzip'/1,
'usort'/1,
'usort'/2,
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
<[]> when 'true' ->
[]
%% Line 10
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
%% Line 11
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
'true'
%% Line 12
<F,[H|T]> when 'true' ->
case apply F
(H) of
<'true'> when 'true' ->
apply 'all'/2
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
-| [{'function',{'all',2}}] ))
-| [{'function',{'all',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'all',2}}] )
-| [{'function',{'all',2}}] )
'any'/2 =
%% Line 13
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
'false'
%% Line 14
<F,[H|T]> when 'true' ->
case apply F
(H) of
<'true'> when 'true' ->
'true'
<'false'> when 'true' ->
apply 'any'/2
(F, T)
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'any',2}}] ))
-| [{'function',{'any',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'any',2}}] )
-| [{'function',{'any',2}}] )
'delete'/2 =
%% Line 15
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
[]
%% Line 16
<X,[_6|T]>
when call 'erlang':'=:='
(_6,
X) ->
T
%% Line 17
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
%% Line 18
( fun (_0,_1) ->
apply 'some'/1
(_1)
-| [{'function',{'duplicate',2}}] )
'some'/1 =
%% Line 19
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
%% Line 20
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 21
<F,[H|T]> when 'true' ->
case apply F
(H) of
<'true'> when 'true' ->
let <_2> =
apply 'filter'/2
(F, T)
in  [H|_2]
<'false'> when 'true' ->
apply 'filter'/2
(F, T)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'filter',2}}] ))
-| [{'function',{'filter',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'filter',2}}] )
-| [{'function',{'filter',2}}] )
'filtermap'/2 =
%% Line 22
( fun (_0,_1) ->
( case <_0,_1> of
<_7,[]> when 'true' ->
[]
%% Line 23
<F,[H|T]> when 'true' ->
%% Line 24
case apply F
(H) of
%% Line 25
<'true'> when 'true' ->
let <_2> =
apply 'filtermap'/2
(F, T)
in  [H|_2]
%% Line 26
<{'true',X}> when 'true' ->
let <_3> =
apply 'filtermap'/2
(F, T)
in  [X|_3]
%% Line 27
<'false'> when 'true' ->
apply 'filtermap'/2
(F, T)
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
( <_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5}
-| [{'function',{'filtermap',2}}] ))
-| [{'function',{'filtermap',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'filtermap',2}}] )
-| [{'function',{'filtermap',2}}] )
'flatmap'/2 =
%% Line 29
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 30
<F,[H|T]> when 'true' ->
let <_3> =
apply F
(H)
in  let <_2> =
apply 'flatmap'/2
(F, T)
in  call 'erlang':'++'
(_3, _2)
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'flatmap',2}}] ))
-| [{'function',{'flatmap',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'flatmap',2}}] )
-| [{'function',{'flatmap',2}}] )
'foldl'/3 =
%% Line 31
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,A,[]> when 'true' ->
A
%% Line 32
<F,A,[H|T]> when 'true' ->
let <_3> =
apply F
(H, A)
in  apply 'foldl'/3
(F, _3, T)
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'foldl',3}}] ))
-| [{'function',{'foldl',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foldl',3}}] )
-| [{'function',{'foldl',3}}] )
'foldr'/3 =
%% Line 33
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,A,[]> when 'true' ->
A
%% Line 34
<F,A,[H|T]> when 'true' ->
let <_3> =
apply 'foldr'/3
(F, A, T)
in  apply F
(H, _3)
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'foldr',3}}] ))
-| [{'function',{'foldr',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foldr',3}}] )
-| [{'function',{'foldr',3}}] )
'foreach'/2 =
%% Line 35
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'ok'
%% Line 36
<F,[H|T]> when 'true' ->
do  apply F
(H)
apply 'foreach'/2
(F, T)
( <_3,_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_3,_2}
-| [{'function',{'foreach',2}}] ))
-| [{'function',{'foreach',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'foreach',2}}] )
-| [{'function',{'foreach',2}}] )
'keydelete'/3 =
%% Line 37
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_8,_9,[]> when 'true' ->
[]
%% Line 38
<K,N,[H|T]> when 'true' ->
case apply 'has_key'/3
(K, N, H) of
<'true'> when 'true' ->
T
<'false'> when 'true' ->
let <_3> =
apply 'keydelete'/3
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
-| [{'function',{'keydelete',3}}] ))
-| [{'function',{'keydelete',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keydelete',3}}] )
-| [{'function',{'keydelete',3}}] )
'keyfind'/3 =
%% Line 39
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,_8,[]> when 'true' ->
'false'
%% Line 40
<K,N,[H|T]> when 'true' ->
case apply 'has_key'/3
(K, N, H) of
<'true'> when 'true' ->
H
<'false'> when 'true' ->
apply 'keyfind'/3
(K, N, T)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
( <_6,_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_6,_5,_4}
-| [{'function',{'keyfind',3}}] ))
-| [{'function',{'keyfind',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keyfind',3}}] )
-| [{'function',{'keyfind',3}}] )
'has_key'/3 =
%% Line 41
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
%% Line 42
<_10,_11,_12> when 'true' ->
'false'
end
-| [{'function',{'has_key',3}}] )
-| [{'function',{'has_key',3}}] )
'keymember'/3 =
%% Line 43
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
%% Line 44
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<_10,_11,[],New> when 'true' ->
[New|[]]
%% Line 45
<K,N,[H|T],New> when 'true' ->
case apply 'has_key'/3
(K, N, H) of
<'true'> when 'true' ->
[New|T]
<'false'> when 'true' ->
let <_4> =
apply 'keystore'/4
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
-| [{'function',{'keystore',4}}] ))
-| [{'function',{'keystore',4}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keystore',4}}] )
-| [{'function',{'keystore',4}}] )
'last'/1 =
%% Line 46
( fun (_0) ->
( case ( _0
-| [{'function',{'last',1}}] ) of
<[X|[]]> when 'true' ->
X
%% Line 47
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
%% Line 48
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 49
<F,[H|T]> when 'true' ->
let <_3> =
apply F
(H)
in  let <_2> =
apply 'map'/2
(F, T)
in  [_3|_2]
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'map',2}}] ))
-| [{'function',{'map',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'map',2}}] )
-| [{'function',{'map',2}}] )
'max'/1 =
%% Line 50
( fun (_0) ->
( case ( _0
-| [{'function',{'max',1}}] ) of
<[X|[]]> when 'true' ->
X
%% Line 51
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
%% Line 52
( fun (_0) ->
apply 'max'/1
(( _0
-| [{'function',{'min',1}}] ))
-| [{'function',{'min',1}}] )
'member'/2 =
%% Line 53
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'false'
%% Line 54
<X,[_5|_6]>
when call 'erlang':'=:='
(_5,
X) ->
'true'
%% Line 55
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
%% Line 56
( fun (_0,_1) ->
( case <_0,_1> of
<1,[H|_5]> when 'true' ->
H
%% Line 57
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
%% Line 58
( fun (_0,_1) ->
let <_3> =
apply 'filter'/2
(_0, _1)
in  let <_2> =
apply 'filter'/2
(_0, _1)
in  {_3,_2}
-| [{'function',{'partition',2}}] )
'reverse'/1 =
%% Line 59
( fun (_0) ->
apply 'reverse'/2
(( _0
-| [{'function',{'reverse',1}}] ), [])
-| [{'function',{'reverse',1}}] )
'reverse'/2 =
%% Line 60
( fun (_0,_1) ->
( case <_0,_1> of
<[],A> when 'true' ->
A
%% Line 61
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
%% Line 62
( fun (_0,_1) ->
( case <_0,_1> of
<A,B>
when try
let <_2> =
call 'erlang':'-'
(A, 1)
in  call 'erlang':'=<'
(_2, B)
of <Try> ->
Try
catch <T,R> ->
'false' ->
apply 'integers'/0
()
( <_4,_3> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_4,_3}
-| [{'function',{'seq',2}}] ))
-| [{'function',{'seq',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'seq',2}}] )
-| [{'function',{'seq',2}}] )
'seq'/3 =
%% Line 63
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
%% Line 64
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
%% Line 65
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
%% Line 66
( fun (_0) ->
apply 'reorder'/1
(( _0
-| [{'function',{'sort',1}}] ))
-| [{'function',{'sort',1}}] )
'sort'/2 =
%% Line 67
( fun (_0,_1) ->
apply 'reorder'/1
(_1)
-| [{'function',{'sort',2}}] )
'usort'/1 =
%% Line 68
( fun (_0) ->
apply 'reorder'/1
(( _0
-| [{'function',{'usort',1}}] ))
-| [{'function',{'usort',1}}] )
'usort'/2 =
%% Line 69
( fun (_0,_1) ->
apply 'reorder'/1
(_1)
-| [{'function',{'usort',2}}] )
'keysort'/2 =
%% Line 70
( fun (_0,_1) ->
apply 'reorder'/1
(_1)
-| [{'function',{'keysort',2}}] )
'reorder'/1 =
%% Line 71
( fun (_0) ->
( case ( _0
-| [{'function',{'reorder',1}}] ) of
<[]> when 'true' ->
[]
%% Line 72
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
%% Line 73
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
%% Line 74
( fun (_0) ->
( case ( _0
-| [{'function',{'pick',1}}] ) of
<[H|[]]> when 'true' ->
H
%% Line 75
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
%% Line 76
( fun (_0,_1) ->
( case <_0,_1> of
<[],_6> when 'true' ->
[]
%% Line 77
<[H|T],N> when 'true' ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_2> =
apply 'sublist'/2
(T, N)
in  [H|_2]
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
( <_5,_4> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_5,_4}
-| [{'function',{'sublist',2}}] ))
-| [{'function',{'sublist',2}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'sublist',2}}] )
-| [{'function',{'sublist',2}}] )
'sum'/1 =
%% Line 78
( fun (_0) ->
( case ( _0
-| [{'function',{'sum',1}}] ) of
<[]> when 'true' ->
0
%% Line 79
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
%% Line 80
( fun (_0) ->
let <_12> =
letrec
'lc$^1'/1 =
fun (_9) ->
case _9 of
<[{A,_14}|_8]> when 'true' ->
let <_11> =
apply 'lc$^1'/1
(_8)
in  ( [A|_11]
-| ['compiler_generated'] )
( <[_7|_8]> when 'true' ->
apply 'lc$^1'/1
(_8)
-| ['compiler_generated'] )
<[]> when 'true' ->
[]
( <_10> when 'true' ->
call 'erlang':'error'
({'bad_generator',_10})
-| ['compiler_generated'] )
end
in  apply 'lc$^1'/1
(( _0
-| [{'function',{'unzip',1}}] ))
in  let <_6> =
letrec
'lc$^0'/1 =
fun (_3) ->
case _3 of
<[{_15,B}|_2]> when 'true' ->
let <_5> =
apply 'lc$^0'/1
(_2)
in  ( [B|_5]
-| ['compiler_generated'] )
( <[_1|_2]> when 'true' ->
apply 'lc$^0'/1
(_2)
-| ['compiler_generated'] )
<[]> when 'true' ->
[]
( <_4> when 'true' ->
call 'erlang':'error'
({'bad_generator',_4})
-| ['compiler_generated'] )
end
in  apply 'lc$^0'/1
(( _0
-| [{'function',{'unzip',1}}] ))
in  {( _12
-| ['list_comprehension'] ),( _6
-| ['list_comprehension'] )}
-| [{'function',{'unzip',1}}] )
'zip'/2 =
%% Line 81
( fun (_0,_1) ->
( case <_0,_1> of
<[],[]> when 'true' ->
[]
%% Line 82
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
'filter'/2,
'find'/2,
'fold'/3,
'foreach'/2,
'from_list'/1,
'from_list'/2,
'get'/2,
'get'/3,
'is_key'/2,
'keys'/1,
'map'/2,
'merge'/2,
'module_info'/0,
'module_info'/1,
'new'/0,
'put'/3,
'remove'/2,
'size'/1,
'some'/1,
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
apply 'some'/1
(_1)
-| [{'function',{'with',2}}] )
'without'/2 =
%% Line 18
( fun (_0,_1) ->
apply 'some'/1
(_1)
-| [{'function',{'without',2}}] )
'some'/1 =
%% Line 19
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
%% Line 20
( fun (_0) ->
( case ( _0
-| [{'function',{'size',1}}] ) of
<M>
when call 'erlang':'is_map'
(( _0
-| [{'function',{'size',1}}] )) ->
call 'heddle':'any_nat'
()
%% Line 21
<M> when 'true' ->
apply 'bad'/1
(M)
end
-| [{'function',{'size',1}}] )
-| [{'function',{'size',1}}] )
'update_with'/3 =
%% Line 22
( fun (_0,_1,_2) ->
let <_3> =
apply 'get'/2
(_0, _2)
in  let <_4> =
apply _1
(_3)
in  case <> of
( <>
when call 'erlang':'is_map'
(_2) ->
~{_0:=_4|_2}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_2})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
-| [{'function',{'update_with',3}}] )
'update_with'/4 =
%% Line 23
( fun (_0,_1,_2,_3) ->
case _3 of
<~{_0:=V}~> when 'true' ->
let <_4> =
apply _1
(V)
in  case <> of
( <>
when call 'erlang':'is_map'
(_3) ->
~{_0=>_4|_3}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_3})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
<~{}~> when 'true' ->
case <> of
( <>
when call 'erlang':'is_map'
(_3) ->
~{_0=>_2|_3}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_3})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
<_10> when 'true' ->
apply 'bad'/1
(_3)
end
-| [{'function',{'update_with',4}}] )
'keys'/1 =
%% Line 24
( fun (_0) ->
%% Line 25
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_2> =
call 'heddle':'map_key'
(( _0
-| [{'function',{'keys',1}}] ))
in  let <_1> =
apply 'keys'/1
(( _0
-| [{'function',{'keys',1}}] ))
in  [_2|_1]
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'keys',1}}] )
'values'/1 =
%% Line 26
( fun (_0) ->
%% Line 27
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_2> =
call 'heddle':'map_value'
(( _0
-| [{'function',{'values',1}}] ))
in  let <_1> =
apply 'values'/1
(( _0
-| [{'function',{'values',1}}] ))
in  [_2|_1]
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'values',1}}] )
'to_list'/1 =
%% Line 28
( fun (_0) ->
%% Line 29
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 30
<'true'> when 'true' ->
[]
%% Line 31
<'false'> when 'true' ->
let <_3> =
call 'heddle':'map_key'
(( _0
-| [{'function',{'to_list',1}}] ))
in  let <_2> =
call 'heddle':'map_value'
(( _0
-| [{'function',{'to_list',1}}] ))
in  let <_1> =
apply 'to_list'/1
(( _0
-| [{'function',{'to_list',1}}] ))
in  [{_3,_2}|_1]
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
-| [{'function',{'to_list',1}}] )
'from_list'/1 =
%% Line 33
( fun (_0) ->
apply 'from_list'/2
(( _0
-| [{'function',{'from_list',1}}] ), ~{}~)
-| [{'function',{'from_list',1}}] )
'from_list'/2 =
%% Line 34
( fun (_0,_1) ->
( case <_0,_1> of
<[],M> when 'true' ->
M
%% Line 35
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
%% Line 36
( fun (_0,_1,_2) ->
%% Line 37
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 38
<'true'> when 'true' ->
_1
%% Line 39
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
in  apply 'fold'/3
(_0, _5, _2)
( <_6> when 'true' ->
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
-| [{'function',{'fold',3}}] )
'foreach'/2 =
%% Line 41
( fun (_0,_1) ->
let <_8> =
fun (_4,_3,_2) ->
case <_4,_3,_2> of
<K,V,'ok'> when 'true' ->
do  apply _0
(K, V)
'ok'
( <_7,_6,_5> when 'true' ->
primop 'match_fail'
({'function_clause',_7,_6,_5})
-| ['compiler_generated'] )
end
in  apply 'fold'/3
(_8, 'ok', _1)
-| [{'function',{'foreach',2}}] )
'map'/2 =
%% Line 42
( fun (_0,_1) ->
let <_9> =
fun (_5,_4,_3) ->
let <_2> =
apply _0
(_5, _4)
in  case <> of
( <>
when call 'erlang':'is_map'
(_3) ->
~{_5=>_2|_3}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_3})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
in  apply 'fold'/3
(_9, ~{}~, _1)
-| [{'function',{'map',2}}] )
'filter'/2 =
%% Line 43
( fun (_0,_1) ->
let <_9> =
fun (_5,_4,_3) ->
%% Line 44
case apply _0
(_5, _4) of
<'true'> when 'true' ->
case <> of
( <>
when call 'erlang':'is_map'
(_3) ->
~{_5=>_4|_3}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_3})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
<'false'> when 'true' ->
_3
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
in  %% Line 44
apply 'fold'/3
(_9, ~{}~, _1)
-| [{'function',{'filter',2}}] )
'merge'/2 =
%% Line 45
( fun (_0,_1) ->
let <_8> =
fun (_4,_3,_2) ->
case <> of
( <>
when call 'erlang':'is_map'
(_2) ->
~{_4=>_3|_2}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',_2})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
in  apply 'fold'/3
(_8, _0, _1)
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
'any_nat'
()
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
'sleep'/1]
attributes [%% Line 1
'file' =
%% Line 1
[{[116|[105|[109|[101|[114|[46|[101|[114|[108]]]]]]]]],1}]]
'sleep'/1 =
%% Line 6
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
%% Line 7
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  apply 'send_after'/3
(_0, _2, _1)
-| [{'function',{'send_after',2}}] )
'send_after'/3 =
%% Line 8
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
call 'erlang':'!'
(_1, _2)
in  apply 'later'/1
(_3)
-| [{'function',{'send_after',3}}] )
'send_interval'/2 =
%% Line 9
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  apply 'send_interval'/3
(_0, _2, _1)
-| [{'function',{'send_interval',2}}] )
'send_interval'/3 =
%% Line 10
( fun (_0,_1,_2) ->
let <_4> =
fun () ->
let <_3> =
fun () ->
call 'erlang':'!'
(_1, _2)
in  apply 'again'/1
(_3)
in  apply 'later'/1
(_4)
-| [{'function',{'send_interval',3}}] )
'apply_after'/4 =
%% Line 11
( fun (_0,_1,_2,_3) ->
let <_4> =
fun () ->
call 'erlang':'spawn'
(_1, _2, _3)
in  apply 'later'/1
(_4)
-| [{'function',{'apply_after',4}}] )
'apply_interval'/4 =
%% Line 12
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
%% Line 13
( fun (_0,_1) ->
let <_2> =
call 'erlang':'self'
()
in  apply 'exit_after'/3
(_0, _2, _1)
-| [{'function',{'exit_after',2}}] )
'exit_after'/3 =
%% Line 14
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
call 'erlang':'exit'
(_1, _2)
in  apply 'later'/1
(_3)
-| [{'function',{'exit_after',3}}] )
'kill_after'/1 =
%% Line 15
( fun (_0) ->
let <_1> =
call 'erlang':'self'
()
in  apply 'kill_after'/2
(( _0
-| [{'function',{'kill_after',1}}] ), _1)
-| [{'function',{'kill_after',1}}] )
'kill_after'/2 =
%% Line 16
( fun (_0,_1) ->
apply 'exit_after'/3
(_0, _1, 'kill')
-| [{'function',{'kill_after',2}}] )
'cancel'/1 =
%% Line 17
( fun (_0) ->
{'ok','cancel'}
-| [{'function',{'cancel',1}}] )
'later'/1 =
%% Line 19
( fun (_0) ->
do  %% Line 20
call 'erlang':'spawn'
(( _0
-| [{'function',{'later',1}}] ))
let <_2> =
call %% Line 21
'heddle':%% Line 21
'opaque'
()
in  let <_1> =
call %% Line 21
'heddle':%% Line 21
'opaque'
()
in  %% Line 21
call 'heddle':'choice'
([{'ok',_2}|[{'error',_1}|[]]])
-| [{'function',{'later',1}}] )
'again'/1 =
%% Line 22
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
