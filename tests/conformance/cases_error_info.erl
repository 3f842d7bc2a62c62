%% What the first entry of the stack trace says about an error of a function in C: the module that explains it, and
%% the cause if there is one. Calls are made in a process of their own with tables, names and timers that are there.
-module(cases_error_info).
-import(conformance_runner, [clean/1]).
-export([cases/0, ets/2, process/2, system/3, text/3]).
-import(conformance_generator, [calls/4]).

cases() ->
    calls_of(ets, 1, 60, tables()) ++ calls_of(process, 2, 40, signals()) ++ calls_of(process, 3, 120, lenient())
        ++ [{?MODULE, system, C} || C <- systems()] ++ [{?MODULE, text, [M, F, A]} || [M, F, A] <- systems()].

%% Each once.
calls_of(How, Seed, Count, Table) -> lists:usort([{?MODULE, How, [F, Args]} || {_, F, Args} <- calls(erlang, Seed, Count, Table)]).

%% {'$', Name}: see known/1.
tables() ->
    T = {rarely, {one, [{'$', N} || N <- [set, bag, ordered, key2, named, theirs, hidden, open, gone]]}, {one, [x, {}, 1, {'$', ref}, {'$', pid}]}},
    Key = {one, [1, 2, a, nokey]},
    Object = {one, [{1, 2}, {a}, {}, a, [{1}, {2}], [{1} | x], [{1}, x], [], {nokey, 1, 2}, [{}], 1]},
    Position = {one, [1, 2, 3, 0, -1, x, 1 bsl 64, 9]},
    Spec = {one, [[], [{'$1', [], ['$_']}], x, [x], [{'$1', [], []}], [{'$1', [foo], ['$_']}], [{{'$1', '_'}, [], [{{'$1', new}}]}], [{{'$1', '_'}, [], [{{2, new}}]}], [{'$1', [], [true]} | x]]},
    Limit = {one, [1, 0, -1, x, 1 bsl 70, 3]},
    Operation = {one, [1, {2, 1}, {1, 1}, {9, 1}, {0, 1}, {2, x}, x, [], [{2, 1}, {2, 1}], [{2, 1}, x], {2, 1, 5, 0}, {2, 1, x, 0}, {2, 1, 5}, [{2, 1} | x], 1.5, {3, 1}, {x, 1}, {2, 1, 0, y}, {2, 1 bsl 70, 0, 0}]},
    Update = {one, [{2, x}, {1, x}, {9, x}, {0, x}, x, [], [{2, x}], [{2, x}, {9, y}], [{2, x}, x], {2}, {x, y}, [{2, x} | x], {2, 3, 4}, {-1, 1}]},
    [{delete, [T]}, {delete, [T, Key]}, {delete_all_objects, [T]}, {delete_object, [T, Object]}, {first, [T]}, {last, [T]}, {next, [T, Key]}, {prev, [T, Key]},
     {give_away, [T, {one, [{'$', pid}, {'$', self}, {'$', dead}, x, 1]}, {is, gift}]}, {info, [T]}, {info, [T, {one, [size, x, 1, owner, type, safe_fixed, fixed, stats]}]},
     {insert, [T, Object]}, {insert_new, [T, Object]}, {lookup, [T, Key]}, {lookup_element, [T, Key, Position]}, {member, [T, Key]}, {take, [T, Key]},
     {match, [T, {one, ['$1', x, {'$1', '_'}]}]}, {match, [T, {one, ['$1', x]}, Limit]}, {match_object, [T, {one, ['$1', x]}]}, {match_object, [T, {one, ['$1', x]}, Limit]},
     {match_delete, [T, {one, ['$1', x]}]}, {select, [T, Spec]}, {select, [T, Spec, Limit]}, {select_reverse, [T, Spec]}, {select_reverse, [T, Spec, Limit]}, {select_count, [T, Spec]},
     {select_delete, [T, Spec]}, {select_replace, [T, Spec]}, {rename, [T, {one, [new, named, 1, "x"]}]}, {safe_fixtable, [T, {one, [true, false, x]}]},
     {setopts, [T, {one, [{heir, none}, {heir, x, y}, x, [], [{protection, public}], {protection, x}, [{heir, none} | x], [{heir, none}, x], {heir, {'$', pid}, x}, {keypos, 1}]}]},
     {slot, [T, {one, [0, 1, x, -1, 1 bsl 60, 1 bsl 70, 100000]}]}, {update_counter, [T, Key, Operation]}, {update_counter, [T, Key, Operation, Object]},
     {update_element, [T, Key, Update]}, {tab2list, [T]}, {select, [{one, [x, '$end_of_table', {a, b}, {}]}]}, {match, [{one, [x, '$end_of_table', {a, b, c}]}]},
     {new, [{one, [n, named, 1, "x"]}, {one, [[], [named_table], [x], x, [set | x], [{keypos, 0}], [{keypos, x}], [{keypos, 2}], [{heir, x}], [{heir, {'$', pid}, 1}], [{write_concurrency, x}], [{read_concurrency, 1}],
                                             [public, private], [{decentralized_counters, true}], [{keypos, 1 bsl 70}]]}]},
     {whereis, [{one, [named, x, 1, {}]}]}, {match_spec_compile, [Spec]}, {is_compiled_ms, [Spec]}, {match_spec_run, [{is, [{1, 2}]}, Spec]}, {foldl, [{is, x}, {is, 0}, T]},
     {test_ms, [Object, Spec]}, {init_table, [T, {is, x}]}, {repair_continuation, [{one, [x, '$end_of_table']}, Spec]}, {table, [T]}, {to_dets, [T, {is, x}]}, {fun2ms, [{is, x}]}].

signals() ->
    Pid = {rarely, {one, [{'$', pid}, {'$', self}, {'$', dead}, known, free]}, {one, [x, {}, 1, {a, b}, {'$', ref}, {known, nonode@nohost}, {known, other@nohost}, {1, nonode@nohost}]}},
    Ref = {rarely, {is, {'$', ref}}, wrong},
    Time = {one, [0, 1, 1000000, -1, x, 1.5, 1 bsl 32, 1 bsl 70, 4294967295, infinity]},
    Name = {one, [x, y, known, undefined, 1, "x", {}]},
    Flag = {one, [trap_exit, priority, error_handler, min_heap_size, min_bin_vheap_size, max_heap_size, message_queue_data, save_calls, sensitive, fullsweep_after, async_dist, x, 1, {}, monitor_nodes]},
    Value = {one, [true, false, x, 1, -1, normal, low, max, high, off_heap, on_heap, 0, 10001, 1 bsl 70, #{size => 0}, #{size => x}, #{}, #{size => 100, kill => x}, undefined]},
    SpawnOptions = {one, [[], x, [link], [x], [monitor], [{monitor, []}], [{monitor, [{tag, t}]}], [{monitor, x}], [link | x], [{priority, x}], [{priority, low}], [{min_heap_size, x}], [{min_heap_size, -1}], [{fullsweep_after, -1}],
                          [{max_heap_size, x}], [{message_queue_data, x}], [{scheduler, 1}], [{scheduler, 1 bsl 40}], [{max_heap_size, #{size => 100000000}}]]},
    [{register, [Name, Pid]}, {unregister, [Name]}, {whereis, [Name]}, {monitor, [{one, [process, port, x, time_offset, 1]}, Pid]},
     {monitor, [{one, [process, port, x]}, Pid, {one, [[], x, [x], [{tag, t}], [{alias, x}], [{alias, demonitor}], [{alias, explicit_unalias} | x], [{tag, t}, x]]}]},
     {demonitor, [Ref]}, {demonitor, [Ref, {one, [[], x, [flush], [info], [x], [flush | x], [flush, info]]}]}, {link, [Pid]}, {unlink, [Pid]}, {exit, [Pid, {one, [normal, x]}]},
     {send, [Pid, {is, m}]}, {send, [Pid, {is, m}, {one, [[], x, [noconnect], [nosuspend], [x], [noconnect | x]]}]}, {'!', [Pid, {is, m}]},
     {send_after, [Time, Pid, {is, m}]}, {start_timer, [Time, Pid, {is, m}]}, {send_after, [Time, Pid, {is, m}, {one, [[], x, [{abs, true}], [{abs, x}], [x], [{abs, false} | x]]}]},
     {start_timer, [Time, Pid, {is, m}, {one, [[], x, [{abs, true}], [{abs, x}]]}]}, {cancel_timer, [Ref]}, {cancel_timer, [Ref, {one, [[], x, [{async, false}], [{async, x}], [{info, false}], [{info, x}], [x], [{info, true} | x]]}]},
     {read_timer, [Ref]}, {read_timer, [Ref, {one, [[], x, [{async, false}], [{async, x}], [x]]}]},
     {process_flag, [Flag, Value]}, {process_info, [Pid]}, {process_info, [Pid, {one, [links, x, 1, [], [x], [links | x], registered_name, messages, [registered_name], message_queue_len, [message_queue_len, x]]}]},
     {is_process_alive, [Pid]}, {group_leader, [Pid, Pid]}, {spawn_opt, [{one, [erlang, 1]}, {one, [self, 1]}, {one, [[], x, [1 | 2]]}, SpawnOptions]}, {spawn, [{one, [erlang, 1]}, {one, [self, 1]}, {one, [[], x]}]},
     {spawn_link, [{one, [1, x]}, {is, 1}, {is, []}]}, {spawn, [{one, [x, 1, {a, b}]}]}, {spawn_monitor, [{one, [x, 1]}]}, {spawn_link, [{one, [x, 1]}]},
     {hibernate, [{one, [1, x]}, {one, [1, {}]}, {one, [[1 | 2], x]}]}, {get, [value_of()]}, {erase, [value_of()]}, {get_keys, [value_of()]},
     {alias, [{one, [x, [x], [explicit_unalias | x], 1]}]}, {unalias, [Ref]}, {garbage_collect, [{one, [x, 1, {'$', dead}, {'$', pid}, {'$', self}]}]},
     {garbage_collect, [{one, [x, {'$', dead}, {'$', self}, {'$', pid}]}, {one, [x, [x], [], [{type, minor}], [{type, x}], [{async, r}]]}]},
     {check_process_code, [{one, [x, {'$', self}, {'$', dead}, {'$', pid}]}, {one, [lists, 1, nomodule]}]}, {check_process_code, [{one, [x, {'$', self}]}, {one, [lists, 1]}, {one, [x, [], [x], [{allow_gc, x}]]}]}].

value_of() -> {one, [x, 1, {}]}.

lenient() ->
    [{system_info, [{one, [x, 1, {}, {a, b}, {allocator, x}, {cpu_topology, x}, {wordsize, internal}, {wordsize, x}, {error_checker, x}, version, wordsize, process_limit, machine, otp_release, schedulers_online, {purify, x}]}]},
     {system_flag, [{one, [x, 1, backtrace_depth, fullsweep_after, min_heap_size, trace_control_word, scheduler_wall_time, max_heap_size]}, {one, [x, -1, {}, 1 bsl 70]}]},
     {statistics, [{one, [x, 1, {}, reductions, run_queue]}]},
     {monotonic_time, [{one, [x, 0, second, -1, native, millisecond, seconds]}]}, {system_time, [{one, [x, 0, -1, nano_seconds]}]}, {time_offset, [{one, [x, 0]}]}, {unique_integer, [{one, [x, [x], [monotonic | x]]}]},
     {convert_time_unit, [{one, [1, x, 1.5]}, {one, [second, x, 0]}, {one, [millisecond, -1]}]}, {universaltime_to_localtime, [{one, [x, {{2020, 13, 1}, {0, 0, 0}}, {{2020, 1, 1}, {25, 0, 0}}]}]}, {localtime_to_universaltime, [{one, [x, {{1, 1, 1}, {1, 1, 1}}]}, {one, [true, x, undefined]}]},
     {posixtime_to_universaltime, [{one, [x, 0, 1 bsl 70]}]}, {universaltime_to_posixtime, [{one, [x, {{2020, 2, 30}, {0, 0, 0}}]}]}, {bump_reductions, [{one, [1, x, -1, 1 bsl 70]}]},
     {term_to_binary, [{is, a}, {one, [x, [x], [{compressed, 10}], [{minor_version, 3}], [compressed | x], [{minor_version, x}], [deterministic]]}]}, {term_to_iovec, [{is, a}, {one, [x, [x]]}]}, {external_size, [{is, a}, {one, [x, [x]]}]},
     {binary_to_term, [{one, [<<>>, x, <<131>>, <<131, 97>>, <<131, 100, 0, 3, "zyxw...">>, <<131, 119, 9, "never_saw">>]}, {one, [[], x, [safe], [used], [x], [safe | x]]}]},
     {binary_to_atom, [{one, [x, <<"a">>, <<255>>, <<>>, binary:copy(<<"a">>, 256)]}, {one, [utf8, latin1, x, unicode, 1]}]}, {binary_to_existing_atom, [{one, [x, <<"never saw this one">>, <<255>>, binary:copy(<<"a">>, 256)]}, {one, [utf8, latin1, x]}]},
     {list_to_atom, [{one, [x, "a", [x], lists:duplicate(256, $a), [256], [16#d800], [$a | $b], [-1]]}]}, {list_to_existing_atom, [{one, [x, "never saw that one", lists:duplicate(256, $a), [1 bsl 30]]}]}, {atom_to_binary, [{one, [x, 1, list_to_atom([1000])]}, {one, [utf8, latin1, x]}]},
     {binary_to_float, [{one, [x, <<"1">>, <<"1.0e999">>, <<"x">>, <<"1.0">>]}]}, {list_to_float, [{one, [x, "1", "1.0e999", "1.0x"]}]}, {binary_to_integer, [{one, [x, <<"x">>, <<"12">>, <<>>]}, {one, [10, 1, 37, x]}]}, {list_to_integer, [{one, [x, "x", "12", ""]}, {one, [10, 1, 37, x]}]},
     {integer_to_list, [{one, [1, x, 1.0]}, {one, [10, 1, 37, x]}]}, {integer_to_binary, [{one, [1, x]}, {one, [10, 1, x]}]}, {float_to_binary, [{one, [1.0, x, 1]}, {one, [[], x, [x], [{decimals, -1}], [{decimals, 254}], [{scientific, x}], [compact], [short | x], [{decimals, 2}, compact]]}]},
     {list_to_binary, [{one, [x, [x], [256], [1 | 2], [<<1:1>>]]}]}, {list_to_bitstring, [{one, [x, [x], [256], [<<1:1>> | 1]]}]}, {iolist_size, [{one, [x, [x], [256], [<<1:1>>], [1 | 2]]}]}, {iolist_to_iovec, [{one, [x, [x], [256]]}]}, {binary_to_list, [{one, [<<1, 2>>, x, <<1:1>>]}, {one, [1, 0, 3, x]}, {one, [1, 2, 0, 3, x]}]},
     {binary_part, [{one, [<<1, 2>>, x, <<1:1>>]}, {one, [0, 1, 3, -1, x]}, {one, [0, 1, 3, -3, x]}]}, {split_binary, [{one, [<<1, 2>>, x, <<1:3>>]}, {one, [0, 3, -1, x]}]}, {bitstring_to_list, [{one, [x, 1]}]}, {list_to_tuple, [{one, [x, [1 | 2]]}]}, {tuple_to_list, [{one, [x, []]}]},
     {make_tuple, [{one, [1, -1, x, 1 bsl 30]}, {is, a}]}, {make_tuple, [{one, [2, -1, x]}, {is, a}, {one, [x, [x], [{1, a}], [{3, a}], [{0, a}], [{1, a} | x]]}]}, {setelement, [{one, [1, 0, 3, x]}, {one, [{a, b}, x]}, {is, c}]}, {insert_element, [{one, [1, 0, 4, x]}, {one, [{a, b}, x]}, {is, c}]},
     {append_element, [{one, [{a}, x]}, {is, c}]}, {delete_element, [{one, [1, 0, 3, x]}, {one, [{a, b}, x, {}]}]}, {element, [{one, [1, 0, 3, x]}, {one, [{a, b}, x]}]}, {phash2, [{is, a}, {one, [0, -1, x, 1 bsl 33, 5]}]}, {phash, [{is, a}, {one, [0, -1, x, 1 bsl 33]}]},
     {md5, [{one, [x, [x]]}]}, {md5_update, [{one, [x, <<1>>]}, {one, [<<>>, x]}]}, {md5_final, [{one, [x, <<1>>]}]}, {crc32, [{one, [x, [x]]}]}, {crc32, [{one, [1, x, -1]}, {one, [<<>>, x]}]}, {crc32_combine, [{one, [1, x]}, {one, [1, x]}, {one, [1, x, -1]}]}, {adler32, [{one, [x, [x]]}]}, {adler32, [{one, [1, x]}, {one, [<<>>, x]}]},
     {decode_packet, [{one, [raw, x, line, 4, 3]}, {one, [<<>>, x, <<0, 0, 0, 1, 2>>]}, {one, [[], x, [x], [{line_length, x}]]}]},
     {fun_info, [{one, [x, fun erlang:self/0]}, {one, [x, arity, 1]}]}, {fun_to_list, [{is, x}]}, {make_fun, [{one, [erlang, 1]}, {one, [self, 1]}, {one, [0, -1, x, 256, 1 bsl 70]}]}, {function_exported, [{one, [erlang, 1]}, {one, [self, 1]}, {one, [0, -1, x]}]}, {module_loaded, [{one, [1, lists]}]},
     {get_module_info, [{one, [lists, 1]}, {one, [module, x, 1]}]}, {is_builtin, [{one, [erlang, 1]}, {one, [self, 1]}, {one, [0, x, -1]}]}, {load_module, [{one, [1, m]}, {one, [<<>>, x, <<1>>]}]}, {delete_module, [{one, [1, {}]}]}, {purge_module, [{one, [1, nomodule]}]}, {check_old_code, [{one, [1, lists]}]},
     {error, [{is, r}, {one, [[a], none, x]}]}, {error, [{is, r}, {one, [[a], none]}, {one, [[], x, [x], [{error_info, #{}}], [{error_info, x}], [{error_info, #{cause => c, module => m}}]]}]}, {raise, [{one, [error, exit, x]}, {is, r}, {one, [[], x, [{m, f, 1, []}], [{m, f, [1], [{line, 1}]}], [x]]}]},
     {halt, [{one, [-1, {}, [1 bsl 30]]}]}, {halt, [{one, [0, -1]}, {one, [x, [x], [{flush, x}]]}]}, {nodes, [{one, [x, 1, [x], visible]}]}, {node, [{one, [x, 1, {}]}]}, {set_cookie, [{one, [1, {}]}]}, {monitor_node, [{one, [x, 1]}, {one, [true, x]}]},
     {list_to_pid, [{one, [x, "x", "<0.1>"]}]}, {list_to_ref, [{one, [x, "x"]}]}, {list_to_port, [{one, [x, "x"]}]}, {pid_to_list, [{is, x}]}, {ref_to_list, [{is, x}]}, {display_string, [{one, [x, [x], 1]}]}, {float, [{one, [x, 1 bsl 2000, {}]}]}, {trunc, [{one, [x, {}]}]}, {round, [{is, x}]}, {ceil, [{is, x}]}, {floor, [{is, x}]},
     {hd, [{one, [[], x]}]}, {tl, [{one, [[], x]}]}, {length, [{one, [x, [1 | 2]]}]}, {size, [{one, [x, []]}]}, {tuple_size, [{is, x}]}, {byte_size, [{is, x}]}, {bit_size, [{is, x}]}, {map_size, [{is, x}]}, {map_get, [{is, a}, {one, [#{}, x]}]}, {is_map_key, [{is, a}, {is, x}]}, {'and', [{is, true}, {is, x}]}, {'xor', [{is, 1}, {is, true}]},
     {'bsl', [{one, [1, x]}, {one, [1 bsl 40, x, 1.0]}]}, {'bsr', [{one, [1, x]}, {one, [x, -1 bsl 40]}]}, {'band', [{is, 1}, {is, 1.0}]}, {'rem', [{is, 1}, {one, [0, x]}]}, {'/', [{is, 1}, {one, [0, 0.0, x, 1 bsl 2000]}]}, {'*', [{is, 1.0e200}, {one, [1.0e200, x]}]}, {abs, [{is, x}]}, {max, [{is, x}, {is, 1}]}].

systems() ->
    [[os, getenv, [1]], [os, getenv, [[0]]], [os, putenv, [1, 2]], [os, putenv, ["a=b", "c"]], [os, unsetenv, [1]], [os, set_signal, [x, y]], [os, set_signal, [sigterm, y]], [os, system_time, [x]], [os, perf_counter, [x]],
     [persistent_term, get, [nokey]], [persistent_term, put, [a]], [atomics, new, [0, []]], [atomics, new, [x, []]], [atomics, new, [1, [x]]], [atomics, new, [1, x]], [atomics, get, [x, 1]], [atomics, put, [x, 1, 1]], [atomics, info, [x]], [counters, new, [0, []]], [counters, new, [1, [x]]], [counters, get, [x, 1]],
     [counters, add, [x, 1, 1]], [counters, put, [x, 1, 1]], [counters, info, [x]], [binary, at, [<<1>>, x]], [binary, part, [<<1>>, {0, 2}]], [binary, match, [<<>>, []]], [binary, matches, [<<1>>, [<<>>]]], [binary, matches, [<<1>>, <<1>>, [{scope, {0, 9}}]]], [binary, matches, [<<1>>, <<1>>, x]],
     [binary, split, [<<1>>, <<1>>, [x]]], [binary, copy, [<<1>>, -1]], [binary, copy, [<<1>>, x]], [binary, bin_to_list, [<<1>>, 0, 9]], [binary, encode_unsigned, [1, x]], [binary, decode_unsigned, [<<1>>, x]], [binary, referenced_byte_size, [x]], [binary, longest_common_suffix, [[]]], [binary, list_to_bin, [x]], [binary, last, [<<>>]],
     [binary, encode_hex, [x]], [binary, decode_hex, [<<"x">>]], [binary, decode_hex, [x]], [maps, remove, [a, b]], [maps, is_key, [a, b]], [maps, values, [x]], [maps, iterator, [x]], [maps, next, [x]], [maps, with, [x, #{}]], [maps, without, [x, #{}]], [maps, fold, [x, 1, #{}]], [maps, map, [x, #{}]], [maps, filter, [x, #{}]], [maps, filtermap, [x, #{}]],
     [maps, groups_from_list, [x, []]], [maps, intersect, [x, #{}]], [maps, merge_with, [x, #{}, #{}]], [maps, update_with, [a, x, #{}]], [maps, update_with, [a, fun(X) -> X end, #{}]], [maps, from_list, [[x]]], [maps, from_list, [[{a, b} | x]]], [maps, from_keys, [[a | b], 1]], [maps, size, [x]], [maps, to_list, [x]], [maps, foreach, [x, #{}]],
     [lists, keyfind, [a, x, []]], [lists, keyfind, [a, 1, [x | y]]], [lists, keysearch, [a, 0, []]], [lists, reverse, [[a | b], c]], [lists, member, [a, [b | c]]], [lists, seq, [1, x]], [lists, seq, [3, 1, 1]], [lists, nth, [0, []]], [lists, sum, [x]], [lists, zip, [[1], []]], [lists, sublist, [[1], -1]], [lists, duplicate, [-1, a]], [lists, max, [[]]],
     [math, exp, [1000]], [math, acos, [2]], [math, atan2, [x, 1]], [math, fmod, [1, 0]], [math, log2, [-1]], [math, floor, [x]], [math, pi, [x]], [re, run, [x, y, z]], [re, replace, ["a", "(", "b"]], [re, split, ["a", "a", [x]]], [re, compile, [[256], []]], [re, compile, ["(", []]], [re, run, ["a", {re_pattern, 1, 2, 3, 4}]], [re, run, [<<255>>, "a", [unicode]]], [re, inspect, [x, namelist]],
     [re, run, ["a", "a", [{capture, x}]]], [re, grun, [x, y, z]], [re, internal_run, [x, y, z, w]], [unicode, characters_to_list, [x]], [unicode, characters_to_list, [<<255>>, x]], [unicode, characters_to_binary, ["a", utf8, x]], [unicode, characters_to_nfc_list, [x]], [unicode, bin_is_7bit, [x]], [unicode, bom_to_encoding, [x]],
     [string, list_to_integer, [x]], [string, list_to_float, [x]], [string, to_integer, [x]], [zlib, compress, [x]], [zlib, uncompress, [<<1>>]], [zlib, crc32, [x]], [zlib, inflateInit, [x]], [zlib, gunzip, [<<1>>]], [zlib, inflate, [x, y]], [zlib, deflateInit, [x, y]], [crypto, hash, [x, <<>>]], [crypto, hash, [sha, x]], [crypto, strong_rand_bytes, [x]],
     [crypto, mac, [hmac, x, <<>>, <<>>]], [crypto, hash_init, [x]], [erts_debug, flat_size, [x, y]], [erts_internal, map_next, [x, y, z]], [erts_internal, garbage_collect, [x]], [erts_internal, group_leader, [x, y]], [erts_internal, counters_new, [0]], [erts_internal, map_to_tuple_keys, [x]], [erts_internal, map_type, [x]],
     [io, format, ["~q", []]], [io_lib, format, ["~s", [{}]]], [io, put_chars, [x]], [io, put_chars, [nodevice, "x"]], [io, format, [x, y, z]], [io, write, [nodevice, x]], [io, nl, [nodevice]], [io, setopts, [x]], [io_lib, format, ["~q", []]], [io_lib, format, ["~w", []]], [file, native_name_encoding, [x]], [ets, tab2file, [notable, "x"]], [ets, i, [notable]],
     [calendar, day_of_the_week, [x, 1, 1]], [base64, decode, ["x"]], [base64, encode, [x]], [proplists, get_value, [a, x]], [rand, seed, [x]], [timer, sleep, [x]], [timer, send_after, [x, y]], [gen_server, call, [noserver, x]], [gen_server, call, [x, y, z]], [gen_statem, call, [noserver, x]], [gen_event, notify, [x, y]], [supervisor, which_children, [nosup]],
     [erl_scan, string, [x]], [erl_parse, parse_exprs, [x]], [unicode_util, gc, [x]], [queue, get, [x]], [array, get, [x, y]], [dict, fetch, [a, dict:new()]], [gb_trees, get, [a, gb_trees:empty()]], [gb_sets, smallest, [gb_sets:new()]], [orddict, fetch, [a, []]], [digraph, vertices, [x]], [sets, size, [x]], [application, get_env, [1, 2]], [application, start, [1]], [code, which, [1]], [code, load_file, [1]], [code, ensure_loaded, [1]]].

%% Where an order is nobody's business, and for numbers about memory, any value will do.
ets(F, Args) ->
    case {lists:member(F, [next, prev, first, last]) orelse lists:member(stats, Args), here(ets, F, Args)} of
        {true, {value, _}} -> value;
        {_, Result} -> Result
    end.
process(F, Args) -> here(erlang, F, Args).
system(M, F, Args) -> here(M, F, Args).

here(M, F, Args) ->
    Known = known(),
    {Pid, Monitor} = spawn_monitor(fun() -> exit({result, call(M, F, Args, Known)}) end),
    Result = receive {'DOWN', Monitor, process, Pid, {result, R}} -> R; {'DOWN', Monitor, process, Pid, R} -> {died, clean(R)} end,
    exit(maps:get(pid, Known), kill),
    Result.

%% Somebody else, with tables that this process may read, change or neither.
known() ->
    Parent = self(),
    Pid = spawn(fun() ->
                        put(theirs, ets:new(theirs, [])), put(hidden, ets:new(hidden, [private])), put(open, ets:new(open, [public])),
                        [true = ets:insert(T, [{1, 2}, {2, x}, {a, 5, 6}]) || {_, T} <- get(), is_reference(T)],
                        Parent ! {self(), get()},
                        receive never -> ok end
                end),
    Theirs = receive {Pid, Dictionary} -> Dictionary end,
    maps:from_list([{pid, Pid} | Theirs]).

call(M, F, Args, Known) ->
    Gone = ets:new(gone, []),
    ets:delete(Gone),
    register(known, self()),
    {Dead, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Tables = #{set => ets:new(set, []), bag => ets:new(bag, [bag]), ordered => ets:new(ordered, [ordered_set]), key2 => ets:new(key2, [{keypos, 2}]), named => ets:new(named, [named_table])},
    [ets:insert(T, [{1, 2}, {2, x}, {a, 5, 6}]) || {_, T} <- maps:to_list(Tables)],
    All = maps:merge(maps:merge(Known, Tables), #{gone => Gone, self => self(), ref => make_ref(), dead => Dead}),
    try apply(M, F, filled(Args, All)) of
        Value -> {value, shape(Value)}
    catch
        Class:Reason:Trace ->
            {TM, TF, TA, Location} = hd(Trace),
            {Class, clean(Reason), TM, TF, arity(TA), [I || {error_info, _} = I <- Location]}
    end.

arity(A) when is_list(A) -> {args, length(A)};
arity(A) -> A.

filled({'$', Name}, All) -> maps:get(Name, All);
filled([H | T], All) -> [filled(H, All) | filled(T, All)];
filled(T, All) when is_tuple(T) -> list_to_tuple(filled(tuple_to_list(T), All));
filled(X, _) -> X.

%% Of a value only what both must have in common: its type.
shape(X) when is_atom(X) -> X;
shape(X) when is_integer(X) -> integer;
shape(X) when is_float(X) -> float;
shape(X) when is_list(X) -> list;
shape(X) when is_tuple(X) -> tuple;
shape(X) when is_binary(X) -> binary;
shape(X) when is_pid(X) -> pid;
shape(_) -> other.


%% What a shell prints for it.
text(M, F, Args) ->
    try apply(M, F, Args) of
        Value -> {value, shape(Value)}
    catch
        Class:Reason:Trace -> unicode:characters_to_binary(erl_error:format_exception(1, Class, clean(Reason), [clean_entry(hd(Trace))], fun(_, _, _) -> false end, fun(T, _) -> io_lib:format("~0p", [clean(T)]) end, unicode))
    end.

clean_entry({M, F, A, Location}) -> {M, F, clean(A), [I || {error_info, _} = I <- Location]}.
