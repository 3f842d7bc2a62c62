%% A leader election by votes, as Raft does it: a node whose patience is over becomes a candidate in a
%% new term, votes for itself and asks the others. Every node gives one vote in a term; two votes of
%% three make a leader. There must never be two leaders in one term.
%%
%% The bug: a node that votes for another forgets to go into the term of that vote. When its own patience
%% is over, it goes for the same term and votes again, now for itself. election_fixed.erl remembers.
-module(election).
-export([test/0]).

-include_lib("stdlib/include/assert.hrl").

%% A node: its term, and whom it has voted for in which term.
-record(node, {name, others = [], term = 0, voted = #{}, test}).

start(Name, Test) ->
    spawn(fun() ->
              receive {others, Others} -> node_loop(#node{name = Name, others = Others, test = Test}) end
          end).

node_loop(#node{term = Term} = Node) ->
    receive
        stop ->
            ok;
        impatient ->
            Next = Term + 1,
            [Other ! {vote, Next, self()} || Other <- Node#node.others],
            Candidate = Node#node{term = Next, voted = (Node#node.voted)#{Next => self()}},
            node_loop(campaign(Candidate, 1, length(Node#node.others)));
        {vote, Asked, From} ->
            node_loop(vote(Asked, From, Node))
    end.

%% Counts the votes, votes for others meanwhile, and tells the test when all have answered.
campaign(#node{term = Term, name = Name, test = Test} = Node, Votes, 0) ->
    Test ! {campaign, Name, Term, if Votes >= 2 -> leader; true -> follower end},
    Node;
campaign(#node{term = Term} = Node, Votes, Missing) ->
    receive
        {answer, yes} -> campaign(Node, Votes + 1, Missing - 1);
        {answer, no} -> campaign(Node, Votes, Missing - 1);
        {vote, Asked, From} when Asked =< Term -> campaign(vote(Asked, From, Node), Votes, Missing)
    end.

%% One vote in a term, and none for the past.
vote(Asked, From, #node{term = Term, voted = Voted} = Node) ->
    case Asked >= Term andalso not is_map_key(Asked, Voted) of
        true ->
            From ! {answer, yes},
            Node#node{voted = Voted#{Asked => From}};
        false ->
            From ! {answer, no},
            Node
    end.

%% Two of three nodes lose their patience, each by its own clock.
test() ->
    Nodes = [start(Name, self()) || Name <- [a, b, c]],
    [Node ! {others, Nodes -- [Node]} || Node <- Nodes],
    [A, B, _] = Nodes,
    [spawn(fun() -> Node ! impatient end) || Node <- [B, A]],
    Results = [receive {campaign, Name, Term, Result} -> {Term, Result} end || Name <- [a, b]],
    [Node ! stop || Node <- Nodes],
    Terms = [Term || {Term, leader} <- Results],
    ?assertEqual(lists:usort(Terms), lists:sort(Terms), "one leader in a term").
