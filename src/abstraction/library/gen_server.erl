%% gen_server as its protocol: what is sent, what is received, which callback is called.
-module(gen_server).
-export([start/3, start/4, start_link/3, start_link/4, call/2, call/3, cast/2, reply/2, stop/1,
         stop/3, server/3, named/4, loop/2]).

start(M, A, _) -> started(erlang:self(), M, A).
start_link(M, A, _) -> started(erlang:self(), M, A).
start({local, Name}, M, A, _) -> started(erlang:self(), Name, M, A).
start_link({local, Name}, M, A, _) -> started(erlang:self(), Name, M, A).

started(Parent, M, A) ->
    Server = spawn(fun() -> server(Parent, M, A) end),
    receive {'$started', Server, Result} -> Result end.
started(Parent, Name, M, A) ->
    Server = spawn(fun() -> named(Parent, Name, M, A) end),
    receive {'$started', Server, Result} -> Result end.

named(Parent, Name, M, A) ->
    try register(Name, self()) of
        _ -> server(Parent, M, A)
    catch
        _:_ -> Parent ! {'$started', self(), {error, {already_started, whereis(Name)}}}
    end.

server(Parent, M, A) ->
    case M:init(A) of
        {ok, State} -> Parent ! {'$started', self(), {ok, self()}}, loop(M, State);
        {ok, State, _} -> Parent ! {'$started', self(), {ok, self()}}, waiting(M, State);
        {stop, Reason} -> Parent ! {'$started', self(), {error, Reason}};
        ignore -> Parent ! {'$started', self(), ignore}
    end.

loop(M, State) ->
    receive
        {'$gen_call', From, Request} -> called(M, From, M:handle_call(Request, From, State));
        {'$gen_cast', Request} -> handled(M, M:handle_cast(Request, State));
        {'$gen_stop', From} -> From ! '$stopped', ok;
        Message -> handled(M, M:handle_info(Message, State))
    end.

%% A time limit or hibernation: a message `timeout` may come.
waiting(M, State) ->
    case heddle:choice([true, false]) of
        true -> handled(M, M:handle_info(timeout, State));
        false -> loop(M, State)
    end.

called(M, From, Result) ->
    case Result of
        {reply, Reply, State} -> reply(From, Reply), loop(M, State);
        {reply, Reply, State, _} -> reply(From, Reply), waiting(M, State);
        {noreply, State} -> loop(M, State);
        {noreply, State, _} -> waiting(M, State);
        {stop, Reason, Reply, _} -> reply(From, Reply), erlang:exit(Reason);
        {stop, Reason, _} -> erlang:exit(Reason)
    end.

handled(M, Result) ->
    case Result of
        {noreply, State} -> loop(M, State);
        {noreply, State, _} -> waiting(M, State);
        {stop, Reason, _} -> erlang:exit(Reason)
    end.

call(Server, Request) -> call(Server, Request, 5000).
call(Server, Request, Limit) ->
    Tag = erlang:make_ref(),
    Server ! {'$gen_call', {self(), Tag}, Request},
    receive {Tag, Reply} -> Reply
    after Limit -> erlang:exit({timeout, {gen_server, call, [Server, Request]}})
    end.
cast(Server, Request) ->
    try Server ! {'$gen_cast', Request} of _ -> ok catch _:_ -> ok end.
reply({To, Tag}, Reply) -> To ! {Tag, Reply}, ok.
stop(Server) -> Server ! {'$gen_stop', self()}, receive '$stopped' -> ok end.
stop(Server, _, _) -> stop(Server).
