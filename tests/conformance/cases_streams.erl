%% What OTP does in C for other modules: zlib's streams, crypto's hashes, packets, funs in the
%% external format, and where code is.
-module(cases_streams).
-export([cases/0, alone/1]).
-compile([export_all, nowarn_export_all, nowarn_deprecated_function]).

cases() ->
    [{?MODULE, alone, [F]} || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, [cases, module_info, data])]
        ++ [{erlang, decode_packet, [T, B, O]} || T <- [raw, 0, 1, 2, 4, line], B <- packets(), O <- [[], [{packet_size, 3}], [{line_length, 2}], [{line_delimiter, $c}]]]
        ++ [{erlang, decode_packet, [T, B, []]} || T <- [http, http_bin], B <- requests()]
        ++ [{erlang, decode_packet, [T, B, []]} || T <- [httph, httph_bin], B <- headers()]
        ++ [{erlang, decode_packet, [T, B, O]} || {T, B, O} <- [{nonsense, <<>>, []}, {line, a, []}, {line, <<>>, [x]}, {3, <<1>>, []}, {line, <<"a\n">>, [{packet_size, -1}]}, {line, <<"a">>, foo}]].

alone(F) ->
    {Pid, Ref} = spawn_monitor(fun() -> exit({result, ?MODULE:F()}) end),
    receive
        {'DOWN', Ref, process, Pid, {result, Value}} -> {F, Value};
        {'DOWN', Ref, process, Pid, {Reason, [_ | _]}} -> {F, died, Reason};
        {'DOWN', Ref, process, Pid, Reason} -> {F, died, Reason}
    end.
try_(F) -> try {ok, F()} catch C:R -> {C, R} end.

%% ---- Packets
packets() -> [<<>>, <<1>>, <<0>>, <<0, 0>>, <<0, 0, 0, 0>>, <<2, "abc">>, <<0, 2, "abc">>, <<0, 0, 0, 2, "abc">>, <<5, "ab">>, <<0, 5, "ab">>, <<0, 0, 0, 5, "a">>, <<255, 255, 255, 255, 1>>, <<"ab\ncd\n">>, <<"abcd">>, <<"\n">>, <<"\r\nx">>, <<"a">>].
requests() -> [<<"GET / HTTP/1.1\r\nHost: x\r\n">>, <<"GET /a/b?c=d HTTP/1.0\r\n">>, <<"POST * HTTP/1.1\n">>, <<"FOO /x HTTP/1.1\r\nrest">>, <<"GET http://host/path HTTP/1.1\r\n">>, <<"GET http://host:8080/path HTTP/1.1\r\n">>, <<"GET https://host HTTP/1.1\r\n">>, <<"CONNECT host:443 HTTP/1.1\r\n">>, <<"GET ftp://x/y HTTP/1.1\r\n">>, <<"HTTP/1.1 200 OK\r\n\r\n">>, <<"HTTP/1.0 404 Not Found\r\n">>, <<"HTTP/1.1 204\r\n">>, <<"HTTP/1.1 200 \r\n">>, <<"GET / HTTP/1.1">>, <<"nonsense\r\n">>, <<"GET /\r\n">>, <<"GET  /two  HTTP/1.1\r\n">>, <<"HTTP/x 200 OK\r\n">>, <<"DELETE /d HTTP/2.0\r\nabc">>, <<"\r\n">>, <<"GET / HTTP/1.x\r\n">>, <<"OPTIONS rel HTTP/1.1\r\n">>].
headers() -> [<<"Host: example.org\r\n\r\n">>, <<"host:example.org\r\nX: y\r\n">>, <<"content-LENGTH:   42  \r\n\r\n">>, <<"X-My-Header: a b c\r\n\r\n">>, <<"\r\nbody">>, <<"\nbody">>, <<"Host: x">>, <<"Host: x\r\n">>, <<"no colon\r\n\r\n">>, <<"Folded: a\r\n b\r\n\r\n">>, <<"Empty:\r\n\r\n">>, <<"cOOkie : spaced\r\n\r\n">>, <<"Accept: */*\nAge: 1\n\n">>, <<"x-a-very-long-header-name-that-goes-on: v\r\n\r\n">>, <<": v\r\n\r\n">>]
    ++ [<<N/binary, ": v\r\n\r\n">> || N <- [<<"Cache-Control">>, <<"Connection">>, <<"Date">>, <<"Pragma">>, <<"Transfer-Encoding">>, <<"Upgrade">>, <<"Via">>, <<"Accept-Charset">>, <<"Accept-Encoding">>, <<"Accept-Language">>, <<"Authorization">>, <<"From">>, <<"If-Modified-Since">>, <<"If-Match">>, <<"If-None-Match">>, <<"If-Range">>, <<"If-Unmodified-Since">>, <<"Max-Forwards">>, <<"Proxy-Authorization">>, <<"Range">>, <<"Referer">>, <<"User-Agent">>, <<"Location">>, <<"Proxy-Authenticate">>, <<"Public">>, <<"Retry-After">>, <<"Server">>, <<"Vary">>, <<"Warning">>, <<"Www-Authenticate">>, <<"Allow">>, <<"Content-Base">>, <<"Content-Encoding">>, <<"Content-Language">>, <<"Content-Location">>, <<"Content-Md5">>, <<"Content-Range">>, <<"Content-Type">>, <<"Etag">>, <<"Expires">>, <<"Last-Modified">>, <<"Accept-Ranges">>, <<"Set-Cookie">>, <<"Set-Cookie2">>, <<"X-Forwarded-For">>, <<"Keep-Alive">>, <<"Proxy-Connection">>]].

%% ---- zlib
data() -> [binary:copy(<<"some text, ">>, 3000), [crypto_like(N) || N <- lists:seq(1, 4000)]].
crypto_like(N) -> erlang:phash2(N, 256).
bin(X) -> iolist_to_binary(X).
whole() -> Z = zlib:open(), zlib:deflateInit(Z), D = zlib:deflate(Z, data(), finish), E = zlib:deflateEnd(Z), zlib:close(Z), [bin(D), E, bin(zlib:uncompress(bin(D))) =:= bin(data())].
pieces() -> Z = zlib:open(), ok = zlib:deflateInit(Z, best_speed), A = zlib:deflate(Z, "hello "), B = zlib:deflate(Z, "world", sync), C = zlib:deflate(Z, "!", full), D = zlib:deflate(Z, [], finish), [bin(A), bin(B), bin(C), bin(D), zlib:deflateEnd(Z), zlib:close(Z)].
levels() -> [begin Z = zlib:open(), ok = zlib:deflateInit(Z, L), D = bin(zlib:deflate(Z, data(), finish)), zlib:close(Z), erlang:md5(D) end || L <- [none, best_speed, best_compression, default, 3]].
raw_and_gzip() -> [begin Z = zlib:open(), ok = zlib:deflateInit(Z, default, deflated, W, 8, S), D = bin(zlib:deflate(Z, "text text text", finish)), zlib:close(Z), D end || W <- [15, -15, 31, 9], S <- [default, filtered, huffman_only, rle]].
inflates() -> C = zlib:compress(data()), Z = zlib:open(), ok = zlib:inflateInit(Z), R = bin(zlib:inflate(Z, C)), [R =:= bin(data()), zlib:inflateEnd(Z), zlib:close(Z)].
inflate_bytes() -> C = zlib:compress("byte by byte"), Z = zlib:open(), ok = zlib:inflateInit(Z), R = [bin(zlib:inflate(Z, [B])) || <<B>> <= C], [bin(R), zlib:inflateEnd(Z)].
inflate_chunks() -> C = zlib:compress(binary:copy(<<"a">>, 100000)), Z = zlib:open(), ok = zlib:inflateInit(Z), [begin R = chunks(Z, zlib:inflateChunk(Z, C)), [length(R), [iolist_size(X) || X <- R]] end, zlib:inflateEnd(Z)].
chunks(Z, {more, D}) -> [D | chunks(Z, zlib:inflateChunk(Z))];
chunks(_, D) -> [D].
safe_inflate() -> C = zlib:compress(binary:copy(<<"b">>, 100000)), Z = zlib:open(), ok = zlib:inflateInit(Z), R = safe(Z, zlib:safeInflate(Z, C)), [R, zlib:inflateEnd(Z)].
safe(Z, {continue, D}) -> [iolist_size(D) | safe(Z, zlib:safeInflate(Z, []))];
safe(_, {finished, D}) -> [iolist_size(D)].
after_the_end() -> C = zlib:compress("first"), [begin Z = zlib:open(), ok = zlib:inflateInit(Z, 15, B), R = try_(fun() -> bin(zlib:inflate(Z, [C, C])) end), E = try_(fun() -> zlib:inflateEnd(Z) end), [R, E] end || B <- [cut, reset, error]].
bad_data() -> Z = zlib:open(), ok = zlib:inflateInit(Z), [try_(fun() -> zlib:inflate(Z, "not compressed") end), try_(fun() -> zlib:inflateEnd(Z) end), try_(fun() -> zlib:inflateEnd(Z) end)].
early_end() -> Z = zlib:open(), ok = zlib:inflateInit(Z), C = zlib:compress("text"), [bin(zlib:inflate(Z, binary:part(C, 0, 6))), try_(fun() -> zlib:inflateEnd(Z) end)].
early_deflate_end() -> Z = zlib:open(), ok = zlib:deflateInit(Z), zlib:deflate(Z, "text"), [try_(fun() -> zlib:deflateEnd(Z) end)].
not_initialised() -> Z = zlib:open(), [try_(fun() -> zlib:deflate(Z, "x") end), try_(fun() -> zlib:inflate(Z, "x") end), try_(fun() -> zlib:deflateEnd(Z) end), try_(fun() -> zlib:deflateInit(Z), zlib:deflateInit(Z) end), try_(fun() -> zlib:inflateInit(Z) end), try_(fun() -> zlib:inflate(Z, "x") end), zlib:close(Z), try_(fun() -> zlib:close(Z) end), try_(fun() -> zlib:deflate(Z, "x") end), try_(fun() -> zlib:deflate(x, "x") end), try_(fun() -> zlib:close(make_ref()) end)].
dictionary() -> Z = zlib:open(), ok = zlib:deflateInit(Z), A = zlib:deflateSetDictionary(Z, "some words"), D = bin(zlib:deflate(Z, "some words some words", finish)), zlib:close(Z), Y = zlib:open(), ok = zlib:inflateInit(Y), R = try_(fun() -> zlib:inflate(Y, D) end), S = zlib:inflateSetDictionary(Y, "some words"), T = bin(zlib:inflate(Y, [])), [A, D, R, S, T, zlib:inflateEnd(Y)].
resets() -> Z = zlib:open(), ok = zlib:deflateInit(Z), A = bin(zlib:deflate(Z, "abc", finish)), ok = zlib:deflateReset(Z), B = bin(zlib:deflate(Z, "abc", finish)), ok = zlib:deflateEnd(Z), ok = zlib:inflateInit(Z), C = bin(zlib:inflate(Z, A)), ok = zlib:inflateReset(Z), D = bin(zlib:inflate(Z, B)), [A =:= B, C, D, zlib:inflateEnd(Z)].
params() -> Z = zlib:open(), ok = zlib:deflateInit(Z, none), A = zlib:deflate(Z, "abc abc abc"), P = zlib:deflateParams(Z, best_compression, default), B = zlib:deflate(Z, "abc abc abc", finish), [P, zlib:uncompress(bin([A, B]))].
buffers() -> Z = zlib:open(), [zlib:getBufSize(Z), zlib:setBufSize(Z, 100), zlib:getBufSize(Z), try_(fun() -> zlib:setBufSize(Z, 1) end)].
other_owner() -> Z = zlib:open(), S = self(), spawn(fun() -> S ! try_(fun() -> zlib:deflateInit(Z) end) end), R = receive X -> X end, [R].
bad_options() -> Z = zlib:open(), [try_(fun() -> zlib:deflateInit(Z, 17) end), try_(fun() -> zlib:deflateInit(Z, default, x, 15, 8, default) end), try_(fun() -> zlib:deflateInit(Z, default, deflated, 99, 8, default) end), try_(fun() -> zlib:inflateInit(Z, 1) end), try_(fun() -> zlib:deflateInit(Z), zlib:deflate(Z, "x", never) end)].
compressed_file() -> F = "/tmp/heddle-z-" ++ os:getpid(), ok = file:write_file(F, "zipped text", [compressed]), {ok, B} = file:read_file(F), {ok, H} = file:open(F, [read, compressed]), R = [file:read(H, 6), file:read(H, 100), file:read(H, 1)], file:close(H), file:delete(F), [R, zlib:gunzip(B)].
zips() -> {ok, {_, B}} = zip:zip("x.zip", [{"a.txt", <<"first file">>}, {"d/b.txt", bin(data())}], [memory]), {ok, L} = zip:unzip(B, [memory]), [{N, erlang:md5(C)} || {N, C} <- L].

%% ---- crypto
hashes() -> [{T, crypto:hash(T, D)} || T <- [md5, sha, sha224, sha256, sha384, sha512, sha3_224, sha3_256, sha3_384, sha3_512, blake2b, blake2s, ripemd160], D <- ["", "abc", bin(data()), [<<"a">>, [$b]]]].
hash_pieces() -> [begin S0 = crypto:hash_init(T), S1 = crypto:hash_update(S0, "abc"), S2 = crypto:hash_update(S1, data()), [crypto:hash_final(S2), crypto:hash_final(S1), crypto:hash_final(S0)] end || T <- [md5, sha, sha256]].
hmacs() -> [[crypto:mac(hmac, T, K, "data"), crypto:macN(hmac, T, K, ["da", <<"ta">>], 10)] || T <- [md5, sha, sha224, sha256, sha384, sha512], K <- ["key", "", binary:copy(<<"k">>, 300)]].
hmac_pieces() -> S = crypto:mac_init(hmac, sha256, "key"), S1 = crypto:mac_update(S, "da"), S2 = crypto:mac_update(S1, "ta"), crypto:mac_final(S2).
hash_errors() -> [try_(F) || F <- [fun() -> crypto:hash(foo, "a") end, fun() -> crypto:hash_init(foo) end, fun() -> crypto:mac(hmac, foo, "k", "d") end, fun() -> crypto:mac(foo, sha, "k", "d") end, fun() -> crypto:hash(sha, a) end, fun() -> crypto:hash_update(x, "a") end, fun() -> crypto:hash_final(x) end, fun() -> crypto:hash_equals(<<1>>, <<2, 3>>) end, fun() -> crypto:mac(hmac, sha, "k", a) end, fun() -> crypto:mac_update(a, "d") end, fun() -> crypto:strong_rand_bytes(-1) end, fun() -> crypto:strong_rand_bytes(a) end]].
equal_hashes() -> [crypto:hash_equals(<<"abc">>, <<"abc">>), crypto:hash_equals(<<"abc">>, <<"abd">>), crypto:hash_info(sha256), crypto:pbkdf2_hmac(sha256, <<"password">>, <<"salt">>, 100, 40)].
random() -> [byte_size(crypto:strong_rand_bytes(N)) || N <- [0, 1, 16, 1000]] ++ [crypto:strong_rand_bytes(16) =:= crypto:strong_rand_bytes(16), lists:all(fun(X) -> X >= 10 andalso X < 20 end, [crypto:rand_uniform(10, 20) || _ <- lists:seq(1, 50)])].
random_state() -> S = crypto:rand_seed_s(), {F, S2} = rand:uniform_s(S), {I, _} = rand:uniform_s(1000, S2), [is_float(F), F >= 0.0, F < 1.0, I >= 1, I =< 1000].
started() -> [application:ensure_all_started(crypto), application:stop(crypto)].

%% ---- Funs in the external format
funs() -> Y = 10, F = fun(X) -> X + Y end, G = binary_to_term(term_to_binary(F)), {G(5), G =:= F, erlang:fun_info(G, arity), (binary_to_term(term_to_binary(fun() -> lists:map(F, [1, 2]) end)))()}.
nested_funs() -> F = binary_to_term(term_to_binary({fun(A) -> fun(B) -> {A, B} end end, fun lists:sort/1})), {G, S} = F, {(G(1))(2), S([2, 1])}.
iovecs() -> [is_list(erlang:term_to_iovec(X)) andalso bin(erlang:term_to_iovec(X)) =:= term_to_binary(X) || X <- [a, [1, 2], {x, <<"bin">>}, bin(data())]].

%% ---- Where code is
code_dirs() -> [code:root_dir(), code:lib_dir(), code:lib_dir(stdlib), code:lib_dir(nothing), code:priv_dir(stdlib), code:lib_dir(kernel, ebin), code:compiler_dir(), code:lib_dir("stdlib")].
code_which() -> [code:which(lists), code:which(erlang), code:which(no_such_module), code:is_loaded(lists), code:is_loaded(no_such_module), code:is_loaded(erlang), code:where_is_file("stdlib.app"), code:where_is_file("nothing"), code:get_mode(), code:is_sticky(lists)].
code_objects() -> {lists, B, F} = code:get_object_code(lists), [erlang:md5(B), F, code:get_object_code(no_such_module), code:ensure_loaded(lists), code:ensure_loaded(no_such_module), code:ensure_modules_loaded([lists, maps]), code:load_abs("/nowhere/x"), code:purge(lists), code:soft_purge(lists), code:delete(no_such_module)].
code_loaded() -> L = code:all_loaded(), [lists:keyfind(lists, 1, L), lists:keyfind(erlang, 1, L), lists:member(code:lib_dir(stdlib) ++ "/ebin", code:get_path())].
code_paths() -> D = "/tmp/heddle-code-" ++ os:getpid(), file:make_dir(D), R = [code:add_patha(D), hd(code:get_path()) =:= D, code:del_path(D), lists:member(D, code:get_path()), code:del_path(D), code:add_pathz(D), lists:last(code:get_path()) =:= D, code:add_patha("/nowhere/at/all"), code:add_pathsa([D, "/nowhere"]), code:add_path(D), code:del_path(D)], file:del_dir(D), R.
code_compiled() -> D = "/tmp/heddle-made-" ++ os:getpid(), ok = filelib:ensure_dir(D ++ "/x"), ok = file:write_file(D ++ "/heddle_made.erl", "-module(heddle_made).\n-export([f/1]).\nf(X) -> {made, X}.\n"), {ok, heddle_made} = compile:file(D ++ "/heddle_made.erl", [{outdir, D}]), true = code:add_patha(D), R = [heddle_made:f(1), code:which(heddle_made) =:= D ++ "/heddle_made.beam", code:load_file(heddle_made)], file:del_dir_r(D), code:del_path(D), R.
code_on_the_fly() -> {ok, heddle_fly, B} = compile:forms([{attribute, 1, module, heddle_fly}, {attribute, 1, export, [{f, 0}]}, {function, 1, f, 0, [{clause, 1, [], [], [{atom, 1, flown}]}]}]), [code:load_binary(heddle_fly, "heddle_fly.beam", B), heddle_fly:f(), code:is_loaded(heddle_fly)].
