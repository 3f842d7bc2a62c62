%% N threads give a block of a disk to their inode (Flanagan and Godefroid, POPL 2005; seed 002, table
%% 3.1). Inodes and blocks have a lock each, and a lock is a process that grants and gets back. Up to 13
%% threads never meet; then each further thread wants a block lock that another one takes, too.
%%
%% A lock that two want has 2 orders of grants, and 4 orders of its messages (the second request may
%% come before or after the first release, which nobody sees): 2^k classes with observers, 4^k without,
%% k = N - 13. So 2, 8, 32, 64 and 4, 64, 1,024, 4,096 for 14, 16, 18, 19.
%%
%% Any message that tells of a thread's end would race with grants for a mailbox. So nobody waits: the
%% owner of the table lives for ever, as the locks do, and this is not reported.
-module(filesystem).
-concuerror_options([{ignore_error, deadlock}]).
-export([test/0, t13/0, t14/0, t16/0, t18/0, t19/0]).

-define(INODES, 32).
-define(BLOCKS, 26).

test() -> t14().
t13() -> filesystem(13).
t14() -> filesystem(14).
t16() -> filesystem(16).
t18() -> filesystem(18).
t19() -> filesystem(19).

filesystem(N) ->
    Disk = ets:new(disk, [public]),
    ets:insert(Disk, [{{inode, I}, none} || I <- lists:seq(0, ?INODES - 1)]),
    ets:insert(Disk, [{{block, B}, free} || B <- lists:seq(0, ?BLOCKS - 1)]),
    InodeLocks = locks(?INODES),
    BlockLocks = locks(?BLOCKS),
    Thread = fun(Id) -> fun() -> create(Disk, Id rem ?INODES, InodeLocks, BlockLocks) end end,
    [spawn(Thread(Id)) || Id <- lists:seq(0, N - 1)],
    receive after infinity -> ok end.

create(Disk, Inode, InodeLocks, BlockLocks) ->
    Lock = element(Inode + 1, InodeLocks),
    acquire(Lock),
    case ets:lookup(Disk, {inode, Inode}) of
        [{_, none}] -> allocate(Disk, Inode, Inode * 2 rem ?BLOCKS, BlockLocks);
        [{_, _}] -> ok
    end,
    release(Lock).

allocate(Disk, Inode, Block, BlockLocks) ->
    Lock = element(Block + 1, BlockLocks),
    acquire(Lock),
    case ets:lookup(Disk, {block, Block}) of
        [{_, free}] ->
            ets:insert(Disk, {{block, Block}, taken}),
            ets:insert(Disk, {{inode, Inode}, Block}),
            release(Lock);
        [{_, taken}] ->
            release(Lock),
            allocate(Disk, Inode, (Block + 1) rem ?BLOCKS, BlockLocks)
    end.

locks(Number) -> list_to_tuple([spawn(fun lock/0) || _ <- lists:seq(1, Number)]).

lock() ->
    receive
        {acquire, Client} ->
            Client ! {granted, self()},
            receive {release, Client} -> lock() end
    end.

acquire(Lock) ->
    Lock ! {acquire, self()},
    receive {granted, Lock} -> ok end.

release(Lock) -> Lock ! {release, self()}.
