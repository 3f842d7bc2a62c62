%% election.erl without its bug: who votes in a term is in that term.
-module(election_fixed).
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
        %% A later term has to wait until this campaign is over.
    end.

%% One vote in a term, and none for the past.
vote(Asked, From, #node{term = Term, voted = Voted} = Node) ->
    case Asked >= Term andalso not is_map_key(Asked, Voted) of
        true ->
            From ! {answer, yes},
            Node#node{term = Asked, voted = Voted#{Asked => From}};
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
