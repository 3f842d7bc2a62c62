%% What every family of litmus programs uses. The answers of children are collected by a reference
%% of their own, so that collecting them adds no outcome.
-compile([export_all, nowarn_export_all]).

%% What the child does and what its parent does. Compiled with -DMIRROR they change places, so that
%% an exploration that begins with the parent meets each pair in the other order.
-ifdef(MIRROR).
-define(SIDES(Child, Own), {Own, Child}).
-else.
-define(SIDES(Child, Own), {Child, Own}).
-endif.

%% A process that sends the caller what F returns.
child(F) ->
    Parent = self(),
    Tag = make_ref(),
    {spawn(fun() -> Parent ! {Tag, F()} end), Tag}.

answer({_Pid, Tag}) ->
    receive
        {Tag, Answer} -> Answer
    end.

%% What F returns, or why it did not.
attempt(F) ->
    try
        F()
    catch
        _:Reason -> Reason
    end.

%% The next message, whatever it is.
next() ->
    receive
        Message -> Message
    end.

%% The next message, if there is one now.
poll() ->
    receive
        Message -> Message
    after 0 -> none
    end.

%% Whether this message is there now.
poll(Message) ->
    receive
        Message -> true
    after 0 -> false
    end.

%% Why the process of this monitor ended.
down(Monitor) ->
    receive
        {'DOWN', Monitor, process, _, Reason} -> Reason
    end.

%% A process that waits until it is told to stop.
waiting() ->
    spawn(fun() -> receive stop -> ok end end).
