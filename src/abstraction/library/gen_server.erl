%% gen_server as its protocol: what is sent, what is received, which callback is called. A callback
%% may also throw its result.
-module(gen_server).
-export([start/3, start/4, start_link/3, start_link/4, start_monitor/3, start_monitor/4, call/2,
         call/3, cast/2, reply/2, stop/1, stop/3, server/4, named/5, loop/3]).

start(M, A, Options) -> answered(alone(M, A, Options), Options).
start_link(M, A, Options) -> answered(linked(started(self(), parent, M, A)), Options).
start(Name, M, A, Options) -> answered(alone(Name, M, A, Options), Options).
start_link(Name, M, A, Options) -> answered(linked(started(self(), parent, Name, M, A)), Options).
start_monitor(M, A, Options) -> watched(start(M, A, Options)).
start_monitor(Name, M, A, Options) -> watched(start(Name, M, A, Options)).

alone(M, A, Options) -> optionally(started(self(), alone, M, A), Options).
alone(Name, M, A, Options) -> optionally(started(self(), alone, Name, M, A), Options).
linked(Server) -> heddle_erlang:linked(Server), Server.
watched({ok, Server}) -> {ok, {Server, erlang:monitor(process, Server)}};
watched(Result) -> Result.

%% Among the options of the start there may be some for the spawn.
optionally(Server, []) -> Server;
optionally(Server, [{spawn_opt, Options} | T]) ->
    case heddle_erlang:has(link, Options) of true -> linked(Server); false -> optionally(Server, T) end;
optionally(Server, [_ | T]) -> optionally(Server, T).

%% A process that ends before it answers is an error, and so is one that takes too long.
started(Starter, How, M, A) -> spawn(fun() -> server(Starter, How, M, A) end).
started(Starter, How, Name, M, A) ->
    case is_name(Name) of
        true -> spawn(fun() -> named(Starter, How, Name, M, A) end);
        false -> erlang:error(heddle:opaque())
    end.
is_name({local, Name}) when is_atom(Name) -> true;
is_name({global, _}) -> true;
is_name({via, _, _}) -> true;
is_name(_) -> false.
answered(Server, Options) ->
    case heddle:ends(Server) orelse is_limited(Options) of
        true -> {error, heddle:opaque()};
        %% Whoever acknowledges its start itself tells this.
        false -> receive {'$started', Server, Result} -> Result; {ack, Server, Result} -> Result end
    end.
is_limited([]) -> false;
is_limited([{timeout, _} | _]) -> heddle:choice([true, false]);
is_limited([_ | T]) -> is_limited(T).

%% Names of `global` are not followed: what is sent to them may be for any such server.
named(Starter, How, {via, Via, Name}, M, A) ->
    case Via:register_name(Name, self()) of
        yes -> server(Starter, How, M, A);
        no -> Starter ! {'$started', self(), {error, {already_started, Via:whereis_name(Name)}}}
    end;
named(Starter, How, Name, M, A) ->
    Known = case Name of {local, Local} -> Local; _ -> heddle:opaque() end,
    try register(Known, self()) of
        _ -> server(Starter, How, M, A)
    catch
        _:_ -> Starter ! {'$started', self(), {error, {already_started, whereis(Known)}}}
    end.

server(Starter, How, M, A) ->
    Parent = case How of parent -> Starter; alone -> self() end,
    case (try M:init(A) catch throw:Thrown -> Thrown end) of
        {ok, State} -> Starter ! {'$started', self(), {ok, self()}}, loop(Parent, M, State);
        {ok, State, Then} -> Starter ! {'$started', self(), {ok, self()}}, then(Parent, M, State, Then);
        {stop, Reason} -> Starter ! {'$started', self(), {error, Reason}}, erlang:exit(Reason);
        {error, Reason} ->
            Starter ! {'$started', self(), {error, Reason}},
            %% Versions of OTP before 26 do not know this.
            erlang:exit(heddle:choice([normal, bad_return_value]));
        ignore -> Starter ! {'$started', self(), ignore}
    end.

%% Who may be stopped from outside, or crash, calls terminate at any time, and tells its status.
loop(Parent, M, State) ->
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
        false -> next(Parent, M, State)
    end.

next(Parent, M, State) ->
    receive
        {'$gen_call', From, Request} ->
            try M:handle_call(Request, From, State) of
                Result -> called(Parent, M, From, Result)
            catch throw:Thrown -> called(Parent, M, From, Thrown)
            end;
        {'$gen_cast', Request} ->
            try M:handle_cast(Request, State) of
                Result -> handled(Parent, M, Result)
            catch throw:Thrown -> handled(Parent, M, Thrown)
            end;
        {'$gen_stop', From, Reason} -> From ! '$stopped', erlang:exit(Reason);
        {'EXIT', Parent, Reason} -> stopped(M, Reason, State);
        {system, _, _} -> loop(Parent, M, looked_at(M, State));
        Message -> info(Parent, M, Message, State)
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
info(Parent, M, Message, State) ->
    case erlang:function_exported(M, handle_info, 2) of
        true ->
            try M:handle_info(Message, State) of
                Result -> handled(Parent, M, Result)
            catch throw:Thrown -> handled(Parent, M, Thrown)
            end;
        false -> loop(Parent, M, State)
    end.

%% A time limit or hibernation: a message `timeout` may come.
then(Parent, M, State, {continue, What}) ->
    try M:handle_continue(What, State) of
        Result -> handled(Parent, M, Result)
    catch throw:Thrown -> handled(Parent, M, Thrown)
    end;
then(Parent, M, State, _) ->
    case heddle:choice([true, false]) of
        true -> info(Parent, M, timeout, State);
        false -> loop(Parent, M, State)
    end.

called(Parent, M, From, Result) ->
    case Result of
        {reply, Reply, State} -> reply(From, Reply), loop(Parent, M, State);
        {reply, Reply, State, Then} -> reply(From, Reply), then(Parent, M, State, Then);
        {stop, Reason, Reply, State} -> reply(From, Reply), stopped(M, Reason, State);
        _ -> handled(Parent, M, Result)
    end.

handled(Parent, M, Result) ->
    case Result of
        {noreply, State} -> loop(Parent, M, State);
        {noreply, State, Then} -> then(Parent, M, State, Then);
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
    case is_pid(Server) orelse is_atom(Server) orelse is_tuple(Server) of
        true -> ok;
        false -> case heddle:choice([true, false]) of
                     true -> erlang:exit(heddle:opaque());
                     false -> erlang:error(heddle:opaque())
                 end
    end,
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
    Tag = case Limit of infinity -> erlang:make_ref(); _ -> [alias | erlang:alias()] end,
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
    case is_pid(Server) orelse is_atom(Server) orelse is_tuple(Server) of
        true -> ok;
        false -> erlang:error(function_clause)
    end,
    case is_tuple(Server) andalso not is_name(Server) andalso not is_at_node(Server) of
        true -> erlang:error(function_clause);
        false -> ok
    end,
    try deliver(Server, {'$gen_cast', Request}) of _ -> ok catch _:_ -> ok end.
deliver({global, _}, Message) -> heddle:opaque() ! Message;
deliver({via, Via, Name}, Message) ->
    case heddle:choice([true, false]) of
        true -> Via:whereis_name(Name) ! Message;
        false -> Via:send(Name, Message)
    end;
deliver(Server, Message) -> Server ! Message.
is_at_node({Name, Node}) when is_atom(Name), is_atom(Node) -> true;
is_at_node(_) -> false.
%% Who has called is known by its pid; of a tag that somebody else has put together only the alias
%% says who gets the reply.
reply(From, Reply) ->
    case heddle:is_of_model(From) of
        true -> {To, Tag} = From, To ! {Tag, Reply}, ok;
        false -> replied(From, Reply)
    end.
replied({_, [alias | Alias] = Tag}, Reply) when is_reference(Alias) -> Alias ! {Tag, Reply}, ok;
replied({_, [[alias | Alias] | _] = Tag}, Reply) when is_reference(Alias) -> Alias ! {Tag, Reply}, ok;
replied({To, Tag}, Reply) -> try To ! {Tag, Reply} of _ -> ok catch _:_ -> ok end.
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
