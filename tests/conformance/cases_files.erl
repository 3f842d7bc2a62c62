%% Files: OTP's own file modules on the files of a run. Each case has a folder of its own.
-module(cases_files).
-export([cases/0, alone/1]).
-compile([export_all, nowarn_export_all]).
-include_lib("kernel/include/file.hrl").

cases() ->
    [{?MODULE, alone, [F]} || {F, 1} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, [alone, module_info, names, info, linfo])].

alone(F) ->
    Dir = filename:join("/tmp", "heddle-files-" ++ os:getpid()),
    file:del_dir_r(Dir),
    ok = filelib:ensure_dir(filename:join([Dir, "x"])),
    {Pid, Ref} = spawn_monitor(fun() -> exit({result, ?MODULE:F(Dir)}) end),
    Result = receive
        {'DOWN', Ref, process, Pid, {result, Value}} -> Value;
        {'DOWN', Ref, process, Pid, {Reason, [_ | _]}} -> {died, Reason};
        {'DOWN', Ref, process, Pid, Reason} -> {died, Reason}
    end,
    file:del_dir_r(Dir),
    {F, Result}.

in(D, N) -> filename:join(D, N).
names({ok, L}) -> {ok, lists:sort(L)};
names(E) -> E.

%% ---- Whole files
write_read(D) -> F = in(D, "a.txt"), [file:write_file(F, "hello"), file:read_file(F), file:write_file(F, [<<"wor">>, "ld", [$!]]), file:read_file(F), file:write_file(F, "more", [append]), file:read_file(F)].
read_missing(D) -> [file:read_file(in(D, "no")), file:read_file(D), file:read_file(in(D, "a/b/c")), file:read_file("")].
write_missing(D) -> [file:write_file(in(D, "no/such"), "x"), file:write_file(D, "x"), file:write_file(in(D, "bad"), [a])].
bad_names(_) -> [file:read_file(123), file:read_file({a}), file:read_file("a\0b"), file:read_file([a, b | c]), file:read_file("/tmp/\0")].
names_of_all_kinds(D) -> F = in(D, "k"), ok = file:write_file(F, "k"), [file:read_file(list_to_binary(F)), file:read_file([D, $/, "k"]), file:read_file(list_to_atom(F)), file:read_file([D, "/", 'k'])].
exclusive(D) -> F = in(D, "e"), [file:write_file(F, "1", [exclusive]), file:write_file(F, "2", [exclusive]), file:read_file(F)].
encodings(D) -> F = in(D, "u"), {ok, H} = file:open(F, [write, {encoding, utf8}]), io:put_chars(H, [1234, $a, 9731]), ok = file:close(H), R = file:read_file(F), {ok, G} = file:open(F, [read, {encoding, utf8}]), L = [io:get_line(G, ""), io:get_line(G, "")], file:close(G), [R, L].
big(D) -> F = in(D, "big"), B = binary:copy(<<"0123456789abcdef">>, 10000), ok = file:write_file(F, B), {ok, C} = file:read_file(F), {ok, H} = file:open(F, [read, write, raw, binary]), ok = file:pwrite(H, 100000, "changed"), {ok, P} = file:pread(H, 99990, 30), {C =:= B, P, file:position(H, eof), file:close(H)}.

%% ---- Open files
line_by_line(D) -> F = in(D, "l"), ok = file:write_file(F, "one\ntwo\r\nthree"), {ok, H} = file:open(F, [read]), R = [file:read_line(H) || _ <- [1, 2, 3, 4]], [R, file:close(H), catch file:read_line(H)].
raw_lines(D) -> F = in(D, "l"), ok = file:write_file(F, "one\ntwo\r\nthree\n\n"), {ok, H} = file:open(F, [read, raw, binary, {read_ahead, 5}]), R = [file:read_line(H) || _ <- [1, 2, 3, 4, 5]], [R, file:close(H), file:close(H), file:read(H, 1)].
read_pieces(D) -> F = in(D, "p"), ok = file:write_file(F, "abcdefghij"), [begin {ok, H} = file:open(F, [read | Os]), R = [file:read(H, N) || N <- [3, 0, 4, 100, 1, 0]], file:close(H), R end || Os <- [[], [binary], [raw], [raw, binary], [raw, read_ahead], [binary, {read_ahead, 2}]]].
positions(D) -> F = in(D, "p"), ok = file:write_file(F, "abcdefghij"), [begin {ok, H} = file:open(F, [read, write, binary | Os]), R = [file:position(H, 3), file:read(H, 2), file:position(H, cur), file:position(H, {cur, -1}), file:read(H, 2), file:position(H, {eof, -2}), file:read(H, 5), file:position(H, eof), file:position(H, bof), file:position(H, {bof, 100}), file:read(H, 1), file:position(H, -1), file:position(H, {cur, -1000}), file:position(H, xyz)], file:close(H), R end || Os <- [[], [raw], [raw, read_ahead]]].
preads(D) -> F = in(D, "p"), ok = file:write_file(F, "abcdefghij"), [begin {ok, H} = file:open(F, [read, binary | Os]), R = [file:pread(H, 2, 3), file:pread(H, 9, 3), file:pread(H, 10, 1), file:pread(H, [{0, 1}, {20, 1}, {5, 2}]), file:pread(H, -1, 1), file:pwrite(H, 0, "x")], file:close(H), R end || Os <- [[], [raw]]].
pwrites(D) -> F = in(D, "p"), [begin ok = file:write_file(F, "abcdefghij"), {ok, H} = file:open(F, [read, write, binary | Os]), R = [file:pwrite(H, 2, "XY"), file:pwrite(H, 12, "Z"), file:pwrite(H, [{0, "1"}, {1, <<"2">>}]), file:read(H, 3), file:write(H, "!"), file:pread(H, 0, 100)], file:close(H), [R, file:read_file(F)] end || Os <- [[], [raw], [raw, read_ahead]]].
truncates(D) -> F = in(D, "t"), ok = file:write_file(F, "abcdefghij"), {ok, H} = file:open(F, [read, write]), R = [file:position(H, 4), file:truncate(H), file:read(H, 1), file:position(H, 8), file:write(H, "x"), file:close(H)], [R, file:read_file(F)].
truncate_larger(D) -> F = in(D, "t"), ok = file:write_file(F, "abc"), {ok, H} = file:open(F, [read, write, raw]), R = [file:position(H, 6), file:truncate(H), file:close(H)], [R, file:read_file(F)].
wrong_direction(D) -> F = in(D, "w"), ok = file:write_file(F, "abc"), [begin {ok, R} = file:open(F, [read | Os]), A = file:write(R, "x"), file:close(R), {ok, W} = file:open(F, [append | Os]), B = file:read(W, 1), file:close(W), [A, B] end || Os <- [[], [raw]]].
append_and_read(D) -> F = in(D, "a"), ok = file:write_file(F, "abc"), {ok, H} = file:open(F, [read, append, binary, raw]), R = [file:read(H, 1), file:write(H, "def"), file:position(H, 0), file:read(H, 10), file:position(H, 1), file:write(H, "g"), file:close(H)], [R, file:read_file(F)].
two_handles(D) -> F = in(D, "two"), {ok, A} = file:open(F, [write]), {ok, B} = file:open(F, [read]), R = [file:read(B, 5), file:write(A, "hello"), file:read(B, 5), file:position(A, 1), file:write(A, "E"), file:position(B, 0), file:read(B, 9)], file:close(A), file:close(B), R.
deleted_while_open(D) -> F = in(D, "d"), ok = file:write_file(F, "abc"), {ok, H} = file:open(F, [read, write]), R = [file:delete(F), file:read_file(F), file:read(H, 10), file:write(H, "d"), file:write_file(F, "new"), file:pread(H, 0, 10), file:read_file(F)], file:close(H), R.
delayed(D) -> F = in(D, "dw"), {ok, H} = file:open(F, [write, raw, {delayed_write, 1000, 50}]), R = [file:write(H, "abc"), file:write(H, "def"), file:position(H, 0), file:write(H, "X"), file:sync(H), file:close(H)], [R, file:read_file(F)].
no_such_option(D) -> [file:open(in(D, "x"), [nonsense]), file:open(in(D, "x"), read), file:open(in(D, "x"), [raw, read]), file:open(D, [read]), file:open(D, [raw]), file:open(in(D, "n/x"), [write])].
directory_mode(D) -> [element(1, file:open(D, [raw, read, directory])), file:open(in(D, "nope"), [raw, read, directory])].
owner_exits(D) -> F = in(D, "o"), S = self(), P = spawn(fun() -> {ok, H} = file:open(F, [write]), file:write(H, "x"), S ! {handle, H} end), R = monitor(process, P), receive {handle, H} -> ok end, receive {'DOWN', R, _, _, _} -> ok end, M = monitor(process, H), receive {'DOWN', M, _, _, _} -> file:read_file(F) end.
other_owner(D) -> F = in(D, "o"), ok = file:write_file(F, "abc"), {ok, H} = file:open(F, [read, raw]), S = self(), spawn(fun() -> S ! {got, catch file:read(H, 1)} end), receive {got, {'EXIT', {R, _}}} -> R; {got, X} -> X end.
io_format(D) -> F = in(D, "io"), {ok, H} = file:open(F, [write]), R = [io:format(H, "~p ~s~n", [{a, 1}, "text"]), io:put_chars(H, "chars\n"), io:nl(H), io:write(H, [1, 2]), file:close(H)], [R, file:read_file(F)].
io_reading(D) -> F = in(D, "io"), ok = file:write_file(F, "{a,1}. [2,3].\nfoo bar 42\nrest"), {ok, H} = file:open(F, [read]), R = [io:read(H, ""), io:read(H, ""), io:get_line(H, ""), io:fread(H, "", "~a ~s ~d"), io:get_chars(H, "", 3), io:get_chars(H, "", 30), io:get_line(H, ""), io:read(H, "")], file:close(H), R.
io_setopts(D) -> F = in(D, "io"), ok = file:write_file(F, "abcdef"), {ok, H} = file:open(F, [read]), R = [io:getopts(H), io:setopts(H, [binary]), file:read(H, 2), io:setopts(H, [list]), file:read(H, 2)], file:close(H), R.
copies(D) -> A = in(D, "a"), B = in(D, "b"), ok = file:write_file(A, "0123456789"), [file:copy(A, B), file:read_file(B), file:copy(A, B, 4), file:read_file(B), file:copy(in(D, "no"), B), file:copy(A, in(D, "x/y")), file:copy(D, B)].
copy_opened(D) -> A = in(D, "a"), B = in(D, "b"), ok = file:write_file(A, "0123456789"), {ok, H} = file:open(A, [read]), {ok, G} = file:open(B, [write]), R = [file:position(H, 3), file:copy(H, {B, [append]}, 2), file:copy(H, G), file:close(H), file:close(G)], [R, file:read_file(B)].
datasync(D) -> {ok, H} = file:open(in(D, "s"), [write, raw]), R = [file:datasync(H), file:sync(H), file:advise(H, 0, 0, normal), file:allocate(H, 0, 10), file:close(H)], [R, file:read_file(in(D, "s"))].

%% ---- Terms
consult(D) -> F = in(D, "c"), ok = file:write_file(F, "{a, 1}.\n[b, \"c\"].\n% comment\n<<1>>."), [file:consult(F), file:consult(in(D, "no")), file:write_file(F, "{a"), file:consult(F), file:write_file(F, "a. {b"), file:consult(F), file:write_file(F, "a. )."), file:consult(F)].
path_consult(D) -> F = in(D, "c"), ok = file:write_file(F, "x."), {ok, T, N} = file:path_consult(["/nowhere", D], "c"), [T, N =:= F, file:path_consult(["/nowhere"], "c")].
script(D) -> F = in(D, "s"), ok = file:write_file(F, "X = 2, Y = X * 21, {Y, Z}."), [file:script(F, [{'Z', 9}]), file:eval(F, [{'Z', 1}]), file:script(F)].
path_open(D) -> F = in(D, "po"), ok = file:write_file(F, "abc"), {ok, H, N} = file:path_open(["/nowhere", D], "po", [read]), R = file:read(H, 10), file:close(H), [R, N =:= F, file:path_open(["/nowhere"], "po", [read])].

%% ---- Folders
make_and_list(D) -> [names(file:list_dir(D)), file:make_dir(in(D, "d")), file:make_dir(in(D, "d")), file:make_dir(in(D, "x/y")), file:write_file(in(D, "f"), ""), file:make_dir(in(D, "f")), file:make_dir(in(D, "f/g")), names(file:list_dir(D)), file:list_dir(in(D, "f")), file:list_dir(in(D, "no")), names(file:list_dir_all(D))].
delete(D) -> ok = file:make_dir(in(D, "d")), ok = file:write_file(in(D, "d/f"), ""), [file:delete(in(D, "d")), file:del_dir(in(D, "d")), file:del_dir(in(D, "d/f")), file:delete(in(D, "d/f")), file:delete(in(D, "d/f")), file:del_dir(in(D, "d")), file:del_dir(in(D, "d")), file:list_dir(D)].
delete_tree(D) -> ok = filelib:ensure_dir(in(D, "a/b/c/x")), ok = file:write_file(in(D, "a/b/f"), "1"), ok = file:make_symlink("b", in(D, "a/l")), [file:del_dir_r(in(D, "a")), file:list_dir(D), file:del_dir_r(in(D, "a"))].
ensure(D) -> [filelib:ensure_dir(in(D, "p/q/r/file")), filelib:is_dir(in(D, "p/q/r")), filelib:is_dir(in(D, "p/q/r/file")), filelib:ensure_path(in(D, "s/t")), filelib:is_dir(in(D, "s/t")), file:write_file(in(D, "f"), ""), filelib:ensure_dir(in(D, "f/g/h"))].
renames(D) -> A = in(D, "a"), B = in(D, "b"), ok = file:write_file(A, "1"), ok = file:write_file(B, "2"), ok = file:make_dir(in(D, "d")), ok = file:make_dir(in(D, "e")), ok = file:write_file(in(D, "e/x"), ""), [file:rename(A, B), file:read_file(B), file:read_file(A), file:rename(A, B), file:rename(B, in(D, "d")), file:rename(in(D, "d"), B), file:rename(in(D, "d"), in(D, "e")), file:rename(in(D, "e"), in(D, "d")), names(file:list_dir(D)), file:list_dir(in(D, "d")), file:rename(in(D, "d"), in(D, "d/y")), file:rename(B, in(D, "no/b")), file:rename(B, in(D, "d/b")), names(file:list_dir(in(D, "d")))].
rename_open(D) -> A = in(D, "a"), {ok, H} = file:open(A, [write]), ok = file:rename(A, in(D, "b")), ok = file:write(H, "late"), ok = file:close(H), [file:read_file(A), file:read_file(in(D, "b"))].
links(D) -> A = in(D, "a"), L = in(D, "l"), S = in(D, "s"), ok = file:write_file(A, "1"), [file:make_link(A, L), file:make_link(A, L), file:make_symlink("a", S), file:make_symlink("a", S), file:read_link(S), file:read_link(A), file:read_link(in(D, "no")), file:read_file(S), file:write_file(S, "2"), file:read_file(L), info(A), info(S), linfo(S), file:delete(A), file:read_file(S), file:read_file(L), file:make_link(D, in(D, "dd")), file:write_file(S, "3"), file:read_file(A)].
link_loop(D) -> ok = file:make_symlink("y", in(D, "x")), ok = file:make_symlink("x", in(D, "y")), [file:read_file(in(D, "x")), file:list_dir(in(D, "x")), filelib:is_file(in(D, "x"))].
link_to_folder(D) -> ok = file:make_dir(in(D, "d")), ok = file:make_symlink(in(D, "d"), in(D, "l")), ok = file:write_file(in(D, "l/f"), "x"), [file:list_dir(in(D, "d")), file:list_dir(in(D, "l")), file:read_file(in(D, "l/../d/f")), filelib:is_dir(in(D, "l")), file:del_dir(in(D, "l")), file:delete(in(D, "l")), names(file:list_dir(D))].
paths(D) -> ok = file:make_dir(in(D, "d")), ok = file:write_file(in(D, "d/f"), "x"), [file:read_file(D ++ "/d//f"), file:read_file(D ++ "/./d/./f"), file:read_file(D ++ "/d/../d/f"), file:read_file(D ++ "/d/f/"), file:read_file(D ++ "/d/f/x"), file:read_file(D ++ "/nope/../d/f"), filelib:is_dir(D ++ "/d/"), filelib:is_dir(D ++ "/d/.")].

%% ---- What is known about a file
info(F) -> case file:read_file_info(F) of {ok, I} -> {I#file_info.size, I#file_info.type, I#file_info.access, I#file_info.links, I#file_info.mode band 8#777}; E -> E end.
linfo(F) -> case file:read_link_info(F) of {ok, I} -> {I#file_info.size, I#file_info.type, I#file_info.links}; E -> E end.
infos(D) -> ok = file:write_file(in(D, "f"), "12345"), ok = file:make_dir(in(D, "d")), {ok, I} = file:read_file_info(in(D, "d")), [info(in(D, "f")), I#file_info.type, I#file_info.access, I#file_info.mode, info(in(D, "no")), info(in(D, "f/x")), (element(2, file:read_file_info("/dev/null")))#file_info.type].
handle_info(D) -> {ok, H} = file:open(in(D, "h"), [write, raw]), ok = file:write(H, "1234"), {ok, I} = file:read_file_info(H), file:close(H), [I#file_info.size, I#file_info.type].
modes(D) -> F = in(D, "m"), ok = file:write_file(F, ""), [file:change_mode(F, 8#640), info(F), file:change_mode(in(D, "no"), 8#600)].
times(D) -> F = in(D, "t"), ok = file:write_file(F, ""), T = {{2020, 1, 2}, {3, 4, 5}}, ok = file:write_file_info(F, #file_info{mtime = T, atime = T}, [{time, universal}]), {ok, I} = file:read_file_info(F, [{time, universal}]), {ok, J} = file:read_file_info(F, [{time, posix}]), [I#file_info.mtime, I#file_info.atime, J#file_info.mtime].
change_time(D) -> F = in(D, "t"), ok = file:write_file(F, ""), T = {{2021, 5, 6}, {7, 8, 9}}, [file:change_time(F, T), (element(2, file:read_file_info(F)))#file_info.mtime =:= T, filelib:last_modified(F) =:= T, filelib:last_modified(in(D, "no"))].
is_what(D) -> ok = file:write_file(in(D, "f"), "123"), [filelib:is_file(in(D, "f")), filelib:is_file(D), filelib:is_file(in(D, "no")), filelib:is_regular(in(D, "f")), filelib:is_regular(D), filelib:is_dir(D), filelib:is_dir(in(D, "f")), filelib:file_size(in(D, "f")), filelib:file_size(in(D, "no"))].
null(_) -> {ok, H} = file:open("/dev/null", [read, write]), R = [file:write(H, "gone"), file:read(H, 5), file:close(H)], [R, file:read_file("/dev/null"), file:write_file("/dev/null", "x"), file:read_file("/dev/null")].

%% ---- filelib
wildcards(D) -> [begin ok = filelib:ensure_dir(in(D, F)), ok = file:write_file(in(D, F), F) end || F <- ["a.erl", "b.erl", "c.txt", ".hid", "sub/d.erl", "sub/deep/e.erl", "sub2/f.hrl"]], [lists:sort(filelib:wildcard(P, D)) || P <- ["*", "*.erl", "**/*.erl", "*/*.{erl,hrl}", "[ab].erl", "?.txt", "sub*", "no*", "sub/../a.erl", "**", "{a,c}.*"]].
absolute_wildcard(D) -> ok = file:write_file(in(D, "x.a"), ""), ok = file:write_file(in(D, "y.a"), ""), [filename:basename(F) || F <- filelib:wildcard(in(D, "*.a"))].
fold(D) -> [begin ok = filelib:ensure_dir(in(D, F)), ok = file:write_file(in(D, F), F) end || F <- ["a.x", "b.y", "s/c.x", "s/t/d.x"]], [lists:sort(filelib:fold_files(D, "\\.x$", R, fun(F, A) -> [filename:basename(F) | A] end, [])) || R <- [true, false]].
find_file(D) -> ok = filelib:ensure_dir(in(D, "src/x")), ok = file:write_file(in(D, "src/m.erl"), ""), [filelib:find_file("m.erl", in(D, "src")) =:= {ok, in(D, "src/m.erl")}, filelib:find_file("n.erl", in(D, "src")), filelib:find_source(in(D, "ebin/m.beam")) =:= {ok, in(D, "src/m.erl")}].
safe_relative(D) -> ok = file:make_symlink("/etc", in(D, "e")), [filelib:safe_relative_path(P, D) || P <- ["a/b", "../x", "a/../b", "e/x", "/abs"]].

%% ---- Where we are
cwd(D) -> {ok, Old} = file:get_cwd(), ok = file:make_dir(in(D, "here")), R = [file:set_cwd(in(D, "here")), file:write_file("rel", "x"), file:read_file(in(D, "here/rel")), file:read_file("../here/rel"), file:set_cwd("nope"), file:set_cwd("rel"), file:set_cwd(".."), file:list_dir("."), filename:absname("x") =:= filename:absname("x", element(2, file:get_cwd()))], ok = file:set_cwd(Old), R.
cwd_bad(_) -> [file:set_cwd(17), file:set_cwd(""), file:get_cwd("C:"), file:get_cwd("/x")].

%% ---- What lies on the disk
real_folder(_) -> {names(file:list_dir("/usr/lib/erlang/lib")), filelib:is_dir("/usr/lib/erlang"), element(1, file:read_file("/etc/passwd")), (element(2, file:read_file_info("/etc/passwd")))#file_info.mtime}.
real_read(_) -> {ok, B} = file:read_file(code:which(lists)), {ok, H} = file:open(code:which(lists), [read, raw, binary]), {ok, P} = file:pread(H, 1000, 50), file:close(H), {erlang:md5(B), P}.

%% ---- Modules above files
compile_file(D) -> F = in(D, "heddle_x.erl"), ok = file:write_file(F, "-module(heddle_x).\n-export([f/1]).\nf(X) -> X + 1.\n"), {ok, heddle_x} = compile:file(F, [{outdir, D}]), [names(file:list_dir(D)), element(1, beam_lib:info(in(D, "heddle_x.beam")))].
epp_file(D) -> F = in(D, "e.erl"), ok = file:write_file(in(D, "e.hrl"), "-define(X, 42).\n"), ok = file:write_file(F, "-module(e).\n-include(\"e.hrl\").\nf() -> ?X.\n"), {ok, Forms} = epp:parse_file(F, [D], []), [X || {function, _, f, 0, _} = X <- Forms].
