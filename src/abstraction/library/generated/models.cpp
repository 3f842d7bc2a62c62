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
in  apply 'started'/3
(_3, _0, _1)
-| [{'function',{'start_link',3}}] )
'start'/4 =
%% Line 8
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<{'local',Name},M,A,_9> when 'true' ->
let <_4> =
call 'erlang':'self'
()
in  apply 'started'/4
(_4, Name, M, A)
( <_8,_7,_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_8,_7,_6,_5}
-| [{'function',{'start',4}}] ))
-| [{'function',{'start',4}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'start',4}}] )
-| [{'function',{'start',4}}] )
'start_link'/4 =
%% Line 9
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<{'local',Name},M,A,_9> when 'true' ->
let <_4> =
call 'erlang':'self'
()
in  apply 'started'/4
(_4, Name, M, A)
( <_8,_7,_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_8,_7,_6,_5}
-| [{'function',{'start_link',4}}] ))
-| [{'function',{'start_link',4}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'start_link',4}}] )
-| [{'function',{'start_link',4}}] )
'started'/3 =
%% Line 11
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
%% Line 12
apply 'server'/3
(_0, _1, _2)
in  let <Server> =
call %% Line 12
'erlang':%% Line 12
'spawn'
(%% Line 12
_3)
in  ( letrec
'recv$^1'/0 =
fun () ->
let <_11,_9> =
primop 'recv_peek_message'
()
in  case _11 of
<'true'> when 'true' ->
%% Line 13
case _9 of
<{'$started',_8,Result}>
when call 'erlang':'=:='
(_8,
Server) ->
do  primop 'remove_message'
()
Result
( <Other> when 'true' ->
do  primop 'recv_next'
()
( apply 'recv$^1'/0
()
-| ['dialyzer_ignore'] )
-| ['compiler_generated','dialyzer_ignore'] )
end
( <'false'> when 'true' ->
let <_10> =
primop 'recv_wait_timeout'
('infinity')
in  case _10 of
<'true'> when 'true' ->
'true'
( <'false'> when 'true' ->
( apply 'recv$^1'/0
()
-| ['dialyzer_ignore'] )
-| ['dialyzer_ignore'] )
end
-| ['dialyzer_ignore'] )
end
in  ( apply 'recv$^1'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
-| [{'function',{'started',3}}] )
'started'/4 =
%% Line 14
( fun (_0,_1,_2,_3) ->
let <_4> =
fun () ->
%% Line 15
apply 'named'/4
(_0, _1, _2, _3)
in  let <Server> =
call %% Line 15
'erlang':%% Line 15
'spawn'
(%% Line 15
_4)
in  ( letrec
'recv$^1'/0 =
fun () ->
let <_13,_11> =
primop 'recv_peek_message'
()
in  case _13 of
<'true'> when 'true' ->
%% Line 16
case _11 of
<{'$started',_10,Result}>
when call 'erlang':'=:='
(_10,
Server) ->
do  primop 'remove_message'
()
Result
( <Other> when 'true' ->
do  primop 'recv_next'
()
( apply 'recv$^1'/0
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
( apply 'recv$^1'/0
()
-| ['dialyzer_ignore'] )
-| ['dialyzer_ignore'] )
end
-| ['dialyzer_ignore'] )
end
in  ( apply 'recv$^1'/0
()
-| ['dialyzer_ignore'] )
-| ['letrec_goto','no_inline'] )
-| [{'function',{'started',4}}] )
'named'/4 =
%% Line 18
( fun (_0,_1,_2,_3) ->
%% Line 19
try
let <_4> =
call 'erlang':'self'
()
in  call 'erlang':'register'
(_1, _4)
of <_5> ->
%% Line 20
apply 'server'/3
(_0, _2, _3)
catch <_9,_8,_7> ->
let <_11> =
call %% Line 22
'erlang':%% Line 22
'self'
()
in  let <_10> =
call %% Line 22
'erlang':%% Line 22
'whereis'
(_1)
in  %% Line 22
call 'erlang':'!'
(_0, {'$started',_11,{'error',{'already_started',_10}}})
-| [{'function',{'named',4}}] )
'server'/3 =
%% Line 25
( fun (_0,_1,_2) ->
%% Line 26
case call _1:'init'
(_2) of
%% Line 27
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
%% Line 28
<{'ok',State,_13}> when 'true' ->
let <_6> =
call 'erlang':'self'
()
in  let <_5> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'$started',_6,{'ok',_5}})
apply 'waiting'/2
(_1, State)
%% Line 29
<{'stop',Reason}> when 'true' ->
let <_7> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_7,{'error',Reason}})
%% Line 30
<'ignore'> when 'true' ->
let <_8> =
call 'erlang':'self'
()
in  call 'erlang':'!'
(_0, {'$started',_8,'ignore'})
( <_9> when 'true' ->
primop 'match_fail'
({'case_clause',_9})
-| ['compiler_generated'] )
end
-| [{'function',{'server',3}}] )
'loop'/2 =
%% Line 33
( fun (_0,_1) ->
( letrec
'recv$^0'/0 =
fun () ->
let <_9,_7> =
primop 'recv_peek_message'
()
in  case _9 of
<'true'> when 'true' ->
%% Line 34
case _7 of
%% Line 35
<{'$gen_call',From,Request}> when 'true' ->
do  primop 'remove_message'
()
let <_2> =
call _0:'handle_call'
(Request, From, _1)
in  apply 'called'/3
(_0, From, _2)
%% Line 36
<{'$gen_cast',Request}> when 'true' ->
do  primop 'remove_message'
()
let <_3> =
call _0:'handle_cast'
(Request, _1)
in  apply 'handled'/2
(_0, _3)
%% Line 37
<{'$gen_stop',From}> when 'true' ->
do  primop 'remove_message'
()
do  call 'erlang':'!'
(From, '$stopped')
'ok'
%% Line 38
<Message> when 'true' ->
do  primop 'remove_message'
()
let <_4> =
call _0:'handle_info'
(Message, _1)
in  apply 'handled'/2
(_0, _4)
end
( <'false'> when 'true' ->
let <_8> =
primop 'recv_wait_timeout'
('infinity')
in  case _8 of
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
-| [{'function',{'loop',2}}] )
'waiting'/2 =
%% Line 42
( fun (_0,_1) ->
%% Line 43
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 44
<'true'> when 'true' ->
let <_2> =
call _0:'handle_info'
('timeout', _1)
in  apply 'handled'/2
(_0, _2)
%% Line 45
<'false'> when 'true' ->
apply 'loop'/2
(_0, _1)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'waiting',2}}] )
'called'/3 =
%% Line 48
( fun (_0,_1,_2) ->
%% Line 49
case _2 of
%% Line 50
<{'reply',Reply,State}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'loop'/2
(_0, State)
%% Line 51
<{'reply',Reply,State,_7}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
apply 'waiting'/2
(_0, State)
%% Line 52
<{'noreply',State}> when 'true' ->
apply 'loop'/2
(_0, State)
%% Line 53
<{'noreply',State,_8}> when 'true' ->
apply 'waiting'/2
(_0, State)
%% Line 54
<{'stop',Reason,Reply,_9}> when 'true' ->
do  apply 'reply'/2
(_1, Reply)
call 'erlang':'exit'
(Reason)
%% Line 55
<{'stop',Reason,_10}> when 'true' ->
call 'erlang':'exit'
(Reason)
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'called',3}}] )
'handled'/2 =
%% Line 58
( fun (_0,_1) ->
%% Line 59
case _1 of
%% Line 60
<{'noreply',State}> when 'true' ->
apply 'loop'/2
(_0, State)
%% Line 61
<{'noreply',State,_5}> when 'true' ->
apply 'waiting'/2
(_0, State)
%% Line 62
<{'stop',Reason,_6}> when 'true' ->
call 'erlang':'exit'
(Reason)
( <_2> when 'true' ->
primop 'match_fail'
({'case_clause',_2})
-| ['compiler_generated'] )
end
-| [{'function',{'handled',2}}] )
'call'/2 =
%% Line 65
( fun (_0,_1) ->
apply 'call'/3
(_0, _1, 5000)
-| [{'function',{'call',2}}] )
'call'/3 =
%% Line 66
( fun (_0,_1,_2) ->
let <Tag> =
call %% Line 67
'erlang':%% Line 67
'make_ref'
()
in  let <_4> =
call %% Line 68
'erlang':%% Line 68
'self'
()
in  do  %% Line 68
call 'erlang':'!'
(_0, {'$gen_call',{_4,Tag},_1})
( letrec
'recv$^0'/0 =
fun () ->
let <_11,_9> =
primop 'recv_peek_message'
()
in  case _11 of
<'true'> when 'true' ->
%% Line 69
case _9 of
<{_8,Reply}>
when call 'erlang':'=:='
(_8,
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
let <_10> =
primop 'recv_wait_timeout'
(_2)
in  case _10 of
<'true'> when 'true' ->
%% Line 70
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
-| [{'function',{'call',3}}] )
'cast'/2 =
%% Line 72
( fun (_0,_1) ->
%% Line 73
try
call 'erlang':'!'
(_0, {'$gen_cast',_1})
of <_2> ->
'ok'
catch <_6,_5,_4> ->
'ok'
-| [{'function',{'cast',2}}] )
'reply'/2 =
%% Line 74
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
%% Line 75
( fun (_0) ->
let <_1> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(( _0
-| [{'function',{'stop',1}}] ), {'$gen_stop',_1})
( letrec
'recv$^0'/0 =
fun () ->
let <_5,_3> =
primop 'recv_peek_message'
()
in  case _5 of
<'true'> when 'true' ->
case _3 of
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
let <_4> =
primop 'recv_wait_timeout'
('infinity')
in  case _4 of
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
-| [{'function',{'stop',1}}] )
'stop'/3 =
%% Line 76
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
'cancel_timer'/1,
'demonitor'/1,
'demonitor'/2,
'exit'/2,
'garbage_collect'/0,
'group_leader'/0,
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
let <_2> =
apply 'sublist'/1
(_0)
in  call 'heddle':'choice'
([_0|[_2|[]]])
-| [{'function',{'--',2}}] )
'sublist'/1 =
%% Line 14
( fun (_0) ->
( case ( _0
-| [{'function',{'sublist',1}}] ) of
<[]> when 'true' ->
[]
%% Line 15
<[H|T]> when 'true' ->
%% Line 16
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 17
<'true'> when 'true' ->
let <_1> =
apply 'sublist'/1
(T)
in  [H|_1]
%% Line 18
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
%% Line 21
( fun (_0,_1) ->
call 'erlang':'spawn'
(_1)
-| [{'function',{'spawn',2}}] )
'spawn'/3 =
%% Line 22
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
call 'erlang':'apply'
(_0, _1, _2)
in  call 'erlang':'spawn'
(_3)
-| [{'function',{'spawn',3}}] )
'spawn'/4 =
%% Line 23
( fun (_0,_1,_2,_3) ->
apply 'spawn'/3
(_1, _2, _3)
-| [{'function',{'spawn',4}}] )
'spawn_link'/1 =
%% Line 24
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
%% Line 25
( fun (_0,_1,_2) ->
let <P> =
apply 'spawn'/3
(_0, _1, _2)
in  do  apply 'link'/1
(P)
P
-| [{'function',{'spawn_link',3}}] )
'spawn_monitor'/1 =
%% Line 26
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
%% Line 27
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
%% Line 28
( fun (_0,_1) ->
let <P> =
call 'erlang':'spawn'
(_0)
in  do  apply 'link'/1
(P)
P
-| [{'function',{'spawn_opt',2}}] )
'spawn_opt'/4 =
%% Line 29
( fun (_0,_1,_2,_3) ->
let <P> =
apply 'spawn'/3
(_0, _1, _2)
in  do  apply 'link'/1
(P)
P
-| [{'function',{'spawn_opt',4}}] )
'link'/1 =
%% Line 32
( fun (_0) ->
%% Line 33
case call 'heddle':'traps_exits'
() of
%% Line 34
<'true'> when 'true' ->
let <Self> =
call %% Line 35
'erlang':%% Line 35
'self'
()
in  let <_3> =
fun () ->
let <_2> =
call %% Line 36
'heddle':%% Line 36
'opaque'
()
in  %% Line 36
call 'erlang':'!'
(Self, {'EXIT',( _0
-| [{'function',{'link',1}}] ),_2})
in  do  %% Line 36
call 'erlang':'spawn'
(_3)
let <_5> =
fun () ->
let <_4> =
call %% Line 37
'heddle':%% Line 37
'opaque'
()
in  %% Line 37
call 'erlang':'!'
(( _0
-| [{'function',{'link',1}}] ), {'EXIT',Self,_4})
in  do  %% Line 37
call 'erlang':'spawn'
(_5)
%% Line 38
'true'
%% Line 39
<'false'> when 'true' ->
'true'
( <_6> when 'true' ->
primop 'match_fail'
({'case_clause',_6})
-| ['compiler_generated'] )
end
-| [{'function',{'link',1}}] )
'unlink'/1 =
%% Line 41
( fun (_0) ->
'true'
-| [{'function',{'unlink',1}}] )
'exit'/2 =
%% Line 43
( fun (_0,_1) ->
%% Line 44
case call 'heddle':'traps_exits'
() of
%% Line 45
<'true'> when 'true' ->
let <_2> =
call 'erlang':'self'
()
in  do  call 'erlang':'!'
(_0, {'EXIT',_2,_1})
'true'
%% Line 46
<'false'> when 'true' ->
'true'
( <_3> when 'true' ->
primop 'match_fail'
({'case_clause',_3})
-| ['compiler_generated'] )
end
-| [{'function',{'exit',2}}] )
'monitor'/2 =
%% Line 49
( fun (_0,_1) ->
let <Self> =
call %% Line 50
'erlang':%% Line 50
'self'
()
in  let <Reference> =
call %% Line 51
'erlang':%% Line 51
'make_ref'
()
in  let <_5> =
fun () ->
let <_4> =
call %% Line 52
'heddle':%% Line 52
'opaque'
()
in  %% Line 52
call 'erlang':'!'
(Self, {'DOWN',Reference,_0,_1,_4})
in  do  %% Line 52
call 'erlang':'spawn'
(_5)
%% Line 53
Reference
-| [{'function',{'monitor',2}}] )
'monitor'/3 =
%% Line 54
( fun (_0,_1,_2) ->
apply 'monitor'/2
(_0, _1)
-| [{'function',{'monitor',3}}] )
'demonitor'/1 =
%% Line 55
( fun (_0) ->
'true'
-| [{'function',{'demonitor',1}}] )
'demonitor'/2 =
%% Line 56
( fun (_0,_1) ->
'true'
-| [{'function',{'demonitor',2}}] )
'alias'/0 =
%% Line 57
( fun () ->
call 'erlang':'make_ref'
()
-| [{'function',{'alias',0}}] )
'unalias'/1 =
%% Line 58
( fun (_0) ->
'true'
-| [{'function',{'unalias',1}}] )
'send'/2 =
%% Line 60
( fun (_0,_1) ->
call 'erlang':'!'
(_0, _1)
-| [{'function',{'send',2}}] )
'send'/3 =
%% Line 61
( fun (_0,_1,_2) ->
do  call 'erlang':'!'
(_0, _1)
'ok'
-| [{'function',{'send',3}}] )
'send_nosuspend'/2 =
%% Line 62
( fun (_0,_1) ->
do  call 'erlang':'!'
(_0, _1)
'true'
-| [{'function',{'send_nosuspend',2}}] )
'send_after'/3 =
%% Line 64
( fun (_0,_1,_2) ->
let <_3> =
fun () ->
%% Line 65
call 'erlang':'!'
(_1, _2)
in  do  %% Line 65
call 'erlang':'spawn'
(_3)
%% Line 66
call 'erlang':'make_ref'
()
-| [{'function',{'send_after',3}}] )
'send_after'/4 =
%% Line 67
( fun (_0,_1,_2,_3) ->
apply 'send_after'/3
(_0, _1, _2)
-| [{'function',{'send_after',4}}] )
'start_timer'/3 =
%% Line 68
( fun (_0,_1,_2) ->
let <Reference> =
call %% Line 69
'erlang':%% Line 69
'make_ref'
()
in  let <_4> =
fun () ->
%% Line 70
call 'erlang':'!'
(_1, {'timeout',Reference,_2})
in  do  %% Line 70
call 'erlang':'spawn'
(_4)
%% Line 71
Reference
-| [{'function',{'start_timer',3}}] )
'start_timer'/4 =
%% Line 72
( fun (_0,_1,_2,_3) ->
apply 'start_timer'/3
(_0, _1, _2)
-| [{'function',{'start_timer',4}}] )
'cancel_timer'/1 =
%% Line 73
( fun (_0) ->
let <_1> =
call 'heddle':'any_nat'
()
in  call 'heddle':'choice'
(['false'|[_1|[]]])
-| [{'function',{'cancel_timer',1}}] )
'unregister'/1 =
%% Line 75
( fun (_0) ->
'true'
-| [{'function',{'unregister',1}}] )
'yield'/0 =
%% Line 76
( fun () ->
'true'
-| [{'function',{'yield',0}}] )
'node'/0 =
%% Line 77
( fun () ->
'nonode@nohost'
-| [{'function',{'node',0}}] )
'nodes'/0 =
%% Line 78
( fun () ->
[]
-| [{'function',{'nodes',0}}] )
'group_leader'/0 =
%% Line 79
( fun () ->
call 'heddle':'opaque'
()
-| [{'function',{'group_leader',0}}] )
'garbage_collect'/0 =
%% Line 80
( fun () ->
'true'
-| [{'function',{'garbage_collect',0}}] )
'map_get'/2 =
%% Line 82
( fun (_0,_1) ->
case _1 of
<~{_0:=V}~> when 'true' ->
V
<_5> when 'true' ->
call 'erlang':'error'
({'badkey',_0})
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
%% Line 4
'compile' =
%% Line 4
['export_all'],
%% Line 5
'compile' =
%% Line 5
['nowarn_export_all']]
'append'/2 =
%% Line 7
( fun (_0,_1) ->
call 'erlang':'++'
(_0, _1)
-| [{'function',{'append',2}}] )
'append'/1 =
%% Line 8
( fun (_0) ->
( case ( _0
-| [{'function',{'append',1}}] ) of
<[]> when 'true' ->
[]
%% Line 9
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
%% Line 10
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
'true'
%% Line 11
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
%% Line 12
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
'false'
%% Line 13
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
%% Line 14
( fun (_0,_1) ->
( case <_0,_1> of
<_5,[]> when 'true' ->
[]
%% Line 15
<X,[_6|T]>
when call 'erlang':'=:='
(_6,
X) ->
T
%% Line 16
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
%% Line 17
( fun (_0,_1) ->
apply 'some'/1
(_1)
-| [{'function',{'duplicate',2}}] )
'some'/1 =
%% Line 18
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
%% Line 19
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 20
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
%% Line 21
( fun (_0,_1) ->
( case <_0,_1> of
<_7,[]> when 'true' ->
[]
%% Line 22
<F,[H|T]> when 'true' ->
%% Line 23
case apply F
(H) of
%% Line 24
<'true'> when 'true' ->
let <_2> =
apply 'filtermap'/2
(F, T)
in  [H|_2]
%% Line 25
<{'true',X}> when 'true' ->
let <_3> =
apply 'filtermap'/2
(F, T)
in  [X|_3]
%% Line 26
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
%% Line 28
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 29
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
%% Line 30
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,A,[]> when 'true' ->
A
%% Line 31
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
%% Line 32
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_7,A,[]> when 'true' ->
A
%% Line 33
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
%% Line 34
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'ok'
%% Line 35
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
%% Line 36
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_9,_10,[]> when 'true' ->
[]
%% Line 37
<K,N,[H|T]> when 'true' ->
let <_3> =
call 'erlang':'element'
(N, H)
in  case call 'erlang':'=:='
(_3, K) of
<'true'> when 'true' ->
T
<'false'> when 'true' ->
let <_4> =
apply 'keydelete'/3
(K, N, T)
in  [H|_4]
end
( <_8,_7,_6> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_8,_7,_6}
-| [{'function',{'keydelete',3}}] ))
-| [{'function',{'keydelete',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keydelete',3}}] )
-| [{'function',{'keydelete',3}}] )
'keyfind'/3 =
%% Line 38
( fun (_0,_1,_2) ->
( case <_0,_1,_2> of
<_8,_9,[]> when 'true' ->
'false'
%% Line 39
<K,N,[H|T]> when 'true' ->
let <_3> =
call 'erlang':'element'
(N, H)
in  case call 'erlang':'=:='
(_3, K) of
<'true'> when 'true' ->
H
<'false'> when 'true' ->
apply 'keyfind'/3
(K, N, T)
end
( <_7,_6,_5> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_7,_6,_5}
-| [{'function',{'keyfind',3}}] ))
-| [{'function',{'keyfind',3}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keyfind',3}}] )
-| [{'function',{'keyfind',3}}] )
'keymember'/3 =
%% Line 40
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
%% Line 41
( fun (_0,_1,_2,_3) ->
( case <_0,_1,_2,_3> of
<K,N,[],New> when 'true' ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[New|[]]
<'false'> when 'true' ->
apply 'keystore'/4
(K, N, [], New)
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
%% Line 42
<K,N,[H|T],New> when 'true' ->
let <_5> =
call 'erlang':'element'
(N, H)
in  case call 'erlang':'=:='
(_5, K) of
<'true'> when 'true' ->
[New|T]
<'false'> when 'true' ->
let <_6> =
apply 'keystore'/4
(K, N, T, New)
in  [H|_6]
end
( <_11,_10,_9,_8> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_11,_10,_9,_8}
-| [{'function',{'keystore',4}}] ))
-| [{'function',{'keystore',4}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'keystore',4}}] )
-| [{'function',{'keystore',4}}] )
'last'/1 =
%% Line 43
( fun (_0) ->
( case ( _0
-| [{'function',{'last',1}}] ) of
<[X|[]]> when 'true' ->
X
%% Line 44
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
%% Line 45
( fun (_0,_1) ->
( case <_0,_1> of
<_6,[]> when 'true' ->
[]
%% Line 46
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
%% Line 47
( fun (_0) ->
( case ( _0
-| [{'function',{'max',1}}] ) of
<[X|[]]> when 'true' ->
X
%% Line 48
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
%% Line 49
( fun (_0) ->
apply 'max'/1
(( _0
-| [{'function',{'min',1}}] ))
-| [{'function',{'min',1}}] )
'member'/2 =
%% Line 50
( fun (_0,_1) ->
( case <_0,_1> of
<_4,[]> when 'true' ->
'false'
%% Line 51
<X,[_5|_6]>
when call 'erlang':'=:='
(_5,
X) ->
'true'
%% Line 52
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
%% Line 53
( fun (_0,_1) ->
( case <_0,_1> of
<1,[H|_5]> when 'true' ->
H
%% Line 54
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
%% Line 55
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
%% Line 56
( fun (_0) ->
apply 'reverse'/2
(( _0
-| [{'function',{'reverse',1}}] ), [])
-| [{'function',{'reverse',1}}] )
'reverse'/2 =
%% Line 57
( fun (_0,_1) ->
( case <_0,_1> of
<[],A> when 'true' ->
A
%% Line 58
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
%% Line 59
( fun (_0,_1) ->
case call 'heddle':'choice'
(['true'|['false']]) of
<'true'> when 'true' ->
[]
<'false'> when 'true' ->
let <_3> =
call 'heddle':'any_integer'
()
in  let <_2> =
apply 'seq'/2
(_0, _1)
in  [_3|_2]
( <_4> when 'true' ->
primop 'match_fail'
({'case_clause',_4})
-| ['compiler_generated'] )
end
-| [{'function',{'seq',2}}] )
'seq'/3 =
%% Line 60
( fun (_0,_1,_2) ->
apply 'seq'/2
(_0, _1)
-| [{'function',{'seq',3}}] )
'sort'/1 =
%% Line 61
( fun (_0) ->
apply 'reorder'/1
(( _0
-| [{'function',{'sort',1}}] ))
-| [{'function',{'sort',1}}] )
'sort'/2 =
%% Line 62
( fun (_0,_1) ->
apply 'reorder'/1
(_1)
-| [{'function',{'sort',2}}] )
'usort'/1 =
%% Line 63
( fun (_0) ->
apply 'reorder'/1
(( _0
-| [{'function',{'usort',1}}] ))
-| [{'function',{'usort',1}}] )
'usort'/2 =
%% Line 64
( fun (_0,_1) ->
apply 'reorder'/1
(_1)
-| [{'function',{'usort',2}}] )
'keysort'/2 =
%% Line 65
( fun (_0,_1) ->
apply 'reorder'/1
(_1)
-| [{'function',{'keysort',2}}] )
'reorder'/1 =
%% Line 66
( fun (_0) ->
( case ( _0
-| [{'function',{'reorder',1}}] ) of
<[]> when 'true' ->
[]
%% Line 67
<L> when 'true' ->
let <_1> =
apply 'pick'/1
(L)
in  apply 'some'/1
(_1)
end
-| [{'function',{'reorder',1}}] )
-| [{'function',{'reorder',1}}] )
'pick'/1 =
%% Line 68
( fun (_0) ->
( case ( _0
-| [{'function',{'pick',1}}] ) of
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
%% Line 69
( fun (_0,_1) ->
call 'heddle':'choice'
([_0|[[]]])
-| [{'function',{'sublist',2}}] )
'sum'/1 =
%% Line 70
( fun (_0) ->
( case ( _0
-| [{'function',{'sum',1}}] ) of
<[]> when 'true' ->
0
%% Line 71
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
%% Line 72
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
%% Line 73
( fun (_0,_1) ->
( case <_0,_1> of
<[],[]> when 'true' ->
[]
%% Line 74
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
      {"maps", R"core(module 'maps' ['filter'/2,
'find'/2,
'fold'/3,
'foreach'/2,
'from_list'/1,
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
<_5> when 'true' ->
call 'erlang':'error'
({'badkey',_0})
end
-| [{'function',{'get',2}}] )
'get'/3 =
%% Line 11
( fun (_0,_1,_2) ->
case _1 of
<~{_0:=V}~> when 'true' ->
V
<_7> when 'true' ->
_2
end
-| [{'function',{'get',3}}] )
'find'/2 =
%% Line 12
( fun (_0,_1) ->
case _1 of
<~{_0:=V}~> when 'true' ->
{'ok',V}
<_5> when 'true' ->
'error'
end
-| [{'function',{'find',2}}] )
'is_key'/2 =
%% Line 13
( fun (_0,_1) ->
case _1 of
<~{_0:=_5}~> when 'true' ->
'true'
<_6> when 'true' ->
'false'
end
-| [{'function',{'is_key',2}}] )
'remove'/2 =
%% Line 14
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
%% Line 15
( fun (_0,_1) ->
case _1 of
<~{_0:=V}~> when 'true' ->
let <_2> =
apply 'remove'/2
(_0, _1)
in  {V,_2}
<_6> when 'true' ->
'error'
end
-| [{'function',{'take',2}}] )
'with'/2 =
%% Line 16
( fun (_0,_1) ->
apply 'some'/1
(_1)
-| [{'function',{'with',2}}] )
'without'/2 =
%% Line 17
( fun (_0,_1) ->
apply 'some'/1
(_1)
-| [{'function',{'without',2}}] )
'some'/1 =
%% Line 18
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
%% Line 19
( fun (_0) ->
call 'heddle':'any_nat'
()
-| [{'function',{'size',1}}] )
'update_with'/3 =
%% Line 20
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
%% Line 21
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
<_10> when 'true' ->
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
end
-| [{'function',{'update_with',4}}] )
'keys'/1 =
%% Line 22
( fun (_0) ->
%% Line 23
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
%% Line 24
( fun (_0) ->
%% Line 25
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
%% Line 26
( fun (_0) ->
%% Line 27
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 28
<'true'> when 'true' ->
[]
%% Line 29
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
%% Line 31
( fun (_0) ->
( case ( _0
-| [{'function',{'from_list',1}}] ) of
<[]> when 'true' ->
~{}~
%% Line 32
<[{K,V}|T]> when 'true' ->
let <M> =
apply 'from_list'/1
(T)
in  case <> of
( <>
when call 'erlang':'is_map'
(M) ->
~{K=>V|M}~
-| ['compiler_generated'] )
( <> when 'true' ->
( primop 'match_fail'
({'badmap',M})
-| [{'eval_failure','badmap'}] )
-| ['compiler_generated'] )
end
( <_2> when 'true' ->
( primop 'match_fail'
(( {'function_clause',_2}
-| [{'function',{'from_list',1}}] ))
-| [{'function',{'from_list',1}}] )
-| ['compiler_generated'] )
end
-| [{'function',{'from_list',1}}] )
-| [{'function',{'from_list',1}}] )
'fold'/3 =
%% Line 33
( fun (_0,_1,_2) ->
%% Line 34
case call 'heddle':'choice'
(['true'|['false']]) of
%% Line 35
<'true'> when 'true' ->
_1
%% Line 36
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
%% Line 38
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
%% Line 39
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
%% Line 40
( fun (_0,_1) ->
let <_9> =
fun (_5,_4,_3) ->
%% Line 41
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
in  %% Line 41
apply 'fold'/3
(_9, ~{}~, _1)
-| [{'function',{'filter',2}}] )
'merge'/2 =
%% Line 42
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
  };
  return kModules;
}

}  // namespace heddle::abstraction
