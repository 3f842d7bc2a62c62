%% gen_server as its protocol: what is sent, what is received, which callback is called. A callback
%% may also throw its result.
-module(gen_server).
-export([start/3, start/4, start_link/3, start_link/4, start_monitor/3, start_monitor/4, call/2,
         call/3, cast/2, reply/2, stop/1, stop/3, server/3, named/4, loop/2]).

start(M, A, _) -> answered(started(erlang:self(), M, A)).
start_link(M, A, _) -> linked(started(erlang:self(), M, A)).
start(Name, M, A, _) -> answered(started(erlang:self(), Name, M, A)).
start_link(Name, M, A, _) -> linked(started(erlang:self(), Name, M, A)).
start_monitor(M, A, _) -> watched(answered(started(erlang:self(), M, A))).
start_monitor(Name, M, A, _) -> watched(answered(started(erlang:self(), Name, M, A))).

linked(Server) -> heddle_erlang:linked(Server), answered(Server).
watched({ok, Server}) -> {ok, {Server, erlang:monitor(process, Server)}};
watched(Result) -> Result.

%% A process that ends before it answers is an error, and so is one that takes too long.
started(Parent, M, A) -> spawn(fun() -> server(Parent, M, A) end).
started(Parent, Name, M, A) -> spawn(fun() -> named(Parent, Name, M, A) end).
answered(Server) ->
    case heddle:ends(Server) of
        true -> {error, heddle:opaque()};
        false -> receive {'$started', Server, Result} -> Result end
    end.

%% Names of `global` are not followed: what is sent to them may be for any such server.
named(Parent, {via, Via, Name}, M, A) ->
    case Via:register_name(Name, self()) of
        yes -> server(Parent, M, A);
        no -> Parent ! {'$started', self(), {error, {already_started, Via:whereis_name(Name)}}}
    end;
named(Parent, Name, M, A) ->
    Known = case Name of {local, Local} -> Local; _ -> heddle:opaque() end,
    try register(Known, self()) of
        _ -> server(Parent, M, A)
    catch
        _:_ -> Parent ! {'$started', self(), {error, {already_started, whereis(Known)}}}
    end.

server(Parent, M, A) ->
    case (try M:init(A) catch throw:Thrown -> Thrown end) of
        {ok, State} -> Parent ! {'$started', self(), {ok, self()}}, loop(M, State);
        {ok, State, Then} -> Parent ! {'$started', self(), {ok, self()}}, then(M, State, Then);
        {stop, Reason} -> Parent ! {'$started', self(), {error, Reason}}, erlang:exit(Reason);
        {error, Reason} -> Parent ! {'$started', self(), {error, Reason}};
        ignore -> Parent ! {'$started', self(), ignore}
    end.

%% Who may be stopped from outside, or crash, calls terminate at any time, and tells its status.
loop(M, State) ->
    case erlang:function_exported(M, format_status, 2) andalso heddle:choice([true, false]) of
        true -> M:format_status(heddle:opaque(), [heddle:opaque(), State]);
        false -> ok
    end,
    case erlang:function_exported(M, format_status, 1) andalso heddle:choice([true, false]) of
        true -> M:format_status(heddle:opaque());
        false -> ok
    end,
    case erlang:function_exported(M, terminate, 2) andalso heddle:choice([true, false]) of
        true -> M:terminate(heddle:opaque(), State);
        false -> next(M, State)
    end.

next(M, State) ->
    receive
        {'$gen_call', From, Request} ->
            try M:handle_call(Request, From, State) of
                Result -> called(M, From, Result)
            catch throw:Thrown -> called(M, From, Thrown)
            end;
        {'$gen_cast', Request} ->
            try M:handle_cast(Request, State) of
                Result -> handled(M, Result)
            catch throw:Thrown -> handled(M, Thrown)
            end;
        {'$gen_stop', From, Reason} -> From ! '$stopped', erlang:exit(Reason);
        {system, _, _} -> loop(M, looked_at(M, State));
        Message -> info(M, Message, State)
    end.

%% What the module sys does with a server: its state may be another one then.
looked_at(M, State) ->
    case heddle:choice([same, replaced, changed]) of
        same -> heddle:shown(State);
        replaced -> heddle:opaque();
        changed ->
            case erlang:function_exported(M, code_change, 3) of
                true ->
                    case M:code_change(heddle:opaque(), State, heddle:opaque()) of
                        {ok, New} -> New;
                        _ -> State
                    end;
                false -> State
            end
    end.

%% Messages that nobody handles are dropped.
info(M, Message, State) ->
    case erlang:function_exported(M, handle_info, 2) of
        true ->
            try M:handle_info(Message, State) of
                Result -> handled(M, Result)
            catch throw:Thrown -> handled(M, Thrown)
            end;
        false -> loop(M, State)
    end.

%% A time limit or hibernation: a message `timeout` may come.
then(M, State, {continue, What}) ->
    try M:handle_continue(What, State) of
        Result -> handled(M, Result)
    catch throw:Thrown -> handled(M, Thrown)
    end;
then(M, State, _) ->
    case heddle:choice([true, false]) of
        true -> info(M, timeout, State);
        false -> loop(M, State)
    end.

called(M, From, Result) ->
    case Result of
        {reply, Reply, State} -> reply(From, Reply), loop(M, State);
        {reply, Reply, State, Then} -> reply(From, Reply), then(M, State, Then);
        {stop, Reason, Reply, State} -> reply(From, Reply), stopped(M, Reason, State);
        _ -> handled(M, Result)
    end.

handled(M, Result) ->
    case Result of
        {noreply, State} -> loop(M, State);
        {noreply, State, Then} -> then(M, State, Then);
        {stop, Reason, State} -> stopped(M, Reason, State);
        _ -> erlang:exit({bad_return_value, Result})
    end.

stopped(M, Reason, State) ->
    case erlang:function_exported(M, terminate, 2) of
        true -> M:terminate(Reason, State);
        false -> ok
    end,
    erlang:exit(Reason).

%% A server that ends does not answer: who calls it ends as well, or catches that. What is not needed
%% for the call itself is made where it is used: it would be told apart all the way.
call(Server, Request) -> call(Server, Request, 5000).
call(Server, Request, Limit) ->
    case Server =:= self() orelse (is_atom(Server) andalso whereis(Server) =:= self()) of
        true ->
            erlang:exit({calling_self, {gen_server, call, heddle:choice([[Server, Request],
                                                                         [Server, Request, Limit]])}});
        false -> ok
    end,
    %% A name at a node, or one that somebody else keeps: nobody may have it, and sending does not tell.
    case is_tuple(Server) andalso heddle:choice([true, false]) of
        true ->
            erlang:exit({heddle:opaque(), {gen_server, call, heddle:choice([[Server, Request],
                                                                            [Server, Request, Limit]])}});
        false -> ok
    end,
    Reference = erlang:make_ref(),
    Tag = case Limit of infinity -> Reference; _ -> [alias | Reference] end,
    try deliver(Server, {'$gen_call', {self(), Tag}, Request}) of _ -> ok
    catch error:_ ->
        erlang:exit({noproc, {gen_server, call, heddle:choice([[Server, Request],
                                                               [Server, Request, Limit]])}})
    end,
    case heddle:ends(Server) of
        true ->
            erlang:exit({heddle:opaque(), {gen_server, call, heddle:choice([[Server, Request],
                                                                            [Server, Request, Limit]])}});
        false ->
            receive {Tag, Reply} -> Reply
            after Limit ->
                erlang:exit({timeout, {gen_server, call, heddle:choice([[Server, Request],
                                                                        [Server, Request, Limit]])}})
            end
    end.
cast(Server, Request) ->
    try deliver(Server, {'$gen_cast', Request}) of _ -> ok catch _:_ -> ok end.
deliver({global, _}, Message) -> heddle:opaque() ! Message;
deliver({via, Via, Name}, Message) ->
    case heddle:choice([true, false]) of
        true -> Via:whereis_name(Name) ! Message;
        false -> Via:send(Name, Message)
    end;
deliver(Server, Message) -> Server ! Message.
reply({To, Tag}, Reply) -> To ! {Tag, Reply}, ok.
stop(Server) -> stop(Server, normal, infinity).
%% What is no gen_server sees the message as it is, and may end as it should by itself.
stop(Server, Reason, Limit) ->
    Message = case heddle:choice([true, false]) of
        true -> {'$gen_stop', self(), Reason};
        false -> {system, {self(), erlang:make_ref()}, {terminate, Reason}}
    end,
    try deliver(Server, Message) of _ -> ok catch error:_ -> erlang:exit(noproc) end,
    case heddle:ends(Server) of
        true -> case heddle:choice([true, false]) of true -> ok; false -> erlang:exit(heddle:opaque()) end;
        false -> receive '$stopped' -> ok after Limit -> erlang:exit(timeout) end
    end.
