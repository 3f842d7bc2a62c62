#!/usr/bin/env escript
%% What OTP says, for the tests in this folder.
%%   otp.escript terms COUNT FILE   random terms as term_to_binary writes them: 4 bytes of size each,
%%                                  one byte of kind (0 plain, 1 compressed, 2 minor version 2)
%%   otp.escript stdlib FILE        of each module of stdlib: "@ FILE MD5", and of each function in it
%%                                  "NAME ARITY ENTRY INSTRUCTIONS"
-mode(compile).

main(["terms", Count, File]) ->
    rand:seed(exsss, 42),
    Blobs = [blob(I rem 3, term(I rem 4)) || I <- lists:seq(1, list_to_integer(Count))],
    ok = file:write_file(File, Blobs);
main(["stdlib", File]) ->
    Beams = filelib:wildcard(filename:join(code:lib_dir(stdlib), "ebin/*.beam")),
    ok = file:write_file(File, [module(Beam) || Beam <- lists:sort(Beams)]).

module(Beam) ->
    {beam_file, Module, _, _, _, Functions} = beam_disasm:file(Beam),
    <<Md5:128>> = Module:module_info(md5),
    [io_lib:format("@ ~s ~32.16.0b~n", [Beam, Md5]),
     [io_lib:format("~ts ~p ~p ~p~n", [Name, Arity, Entry, length(Instructions)])
      || {function, Name, Arity, Entry, Instructions} <- Functions]].

blob(Kind, Term) ->
    Options = element(Kind + 1, {[], [compressed], [{minor_version, 2}]}),
    Bytes = term_to_binary(Term, Options),
    [<<(byte_size(Bytes)):32, Kind>>, Bytes].

below(N) -> rand:uniform(N) - 1.

term(0) -> leaf(below(13));
term(Depth) ->
    case below(7) of
        0 -> [term(Depth - 1) || _ <- lists:seq(1, below(6))];
        1 -> [term(Depth - 1) | term(Depth - 1)];
        2 -> list_to_tuple([term(Depth - 1) || _ <- lists:seq(1, below(6))]);
        3 -> maps:from_list([{term(Depth div 2), term(Depth - 1)} || _ <- lists:seq(1, below(8))]);
        %% Of a large map, only the order of such keys is the same in every run of OTP.
        4 -> maps:from_list([{below(100000), term(0)} || _ <- lists:seq(1, below(80))]);
        5 -> #{term(0) => term(Depth - 1)};
        6 -> leaf(below(13))
    end.

leaf(0) -> below(300);
leaf(1) -> below(1 bsl 33) - (1 bsl 32);
leaf(2) -> below(1 bsl 62) - (1 bsl 61);
leaf(3) -> (below(1 bsl 62) bsl below(200)) * (below(3) - 1);
leaf(4) -> rand:normal() * math:pow(10, below(40) - 20);
leaf(5) -> list_to_atom([below(94) + 32 || _ <- lists:seq(1, below(9))]);
leaf(6) -> list_to_atom([below(16#2000) + 160 || _ <- lists:seq(1, below(120))]);
leaf(7) -> [below(256) || _ <- lists:seq(1, below(20))];
leaf(8) -> rand:bytes(below(70));
leaf(9) -> Size = below(90), <<Bits:Size/bitstring, _/bitstring>> = rand:bytes(12), Bits;
leaf(10) -> lists:nth(1 + below(4), [self(), make_ref(), hd(erlang:ports()), hd(processes())]);
leaf(11) -> lists:nth(1 + below(4), [[], {}, #{}, fun lists:map/2]);
leaf(12) -> [below(1000) || _ <- lists:seq(1, below(20))].
