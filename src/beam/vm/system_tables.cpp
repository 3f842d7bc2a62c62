#include "beam/vm/system_tables.hpp"

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

EtsTable& make_table(Machine& machine, const char* name, std::uint32_t number, TableType type) {
  // They belong to nobody; so do their references.
  const Term nobody = Term::pid(0);
  Word* id = machine.heap().object(Kind::kReference, 2);
  id[1] = nobody.bits();
  id[2] = number;
  EtsTable& table = machine.ets().create(Term::boxed(id), intern(name), type, 0, true);
  table.state.owner = nobody.bits();
  table.state.protection = intern("public").bits();
  table.read_concurrency = atoms::true_;
  table.write_concurrency = table.decentralized_counters = atoms::false_;
  return table;
}

}  // namespace

void make_system_tables(Machine& machine) {
  Heap& heap = machine.heap();
  make_table(machine, "ac_tab", 1, TableType::kSet);
  EtsTable& logger = make_table(machine, "logger", 2, TableType::kOrderedSet);
  const Term config[] = {
      intern("level"),          intern("notice"), intern("handlers"), Term::nil(),
      intern("filter_default"), intern("log"),    intern("filters"),  Term::nil(),
      intern("metadata"),       empty_map(heap)};
  logger.insert(heap.tuple({intern("$primary_config$"), map_from_pairs(heap, config)}));
  logger.insert(heap.tuple({intern("$proxy_config$"), empty_map(heap)}));

  // erl_features asks init for the arguments of the emulator unless this is there.
  const Term features = intern("erl_features");
  const auto feature = [&](const char* name, Term value) {
    machine.set_persistent_terms(
        map_put(heap, machine.persistent_terms(), heap.tuple({features, intern(name)}), value));
  };
  const bool has_maybe = machine.code().release().number >= 27;
  const Term enabled[] = {intern("maybe_expr")};
  const Term keywords[] = {intern("maybe"), intern("else")};
  feature("init_done", atoms::true_);
  feature("enabled_features", has_maybe ? heap.list(enabled) : Term::nil());
  feature("keywords", has_maybe ? heap.list(keywords) : Term::nil());
  feature("feature_specs", empty_map(heap));
  // Since OTP 27, erl_prim_loader says so that it reads the files of this computer.
  if (machine.code().release().number >= 27) {
    machine.set_persistent_terms(map_put(heap, machine.persistent_terms(),
                                         intern("erl_prim_loader"),
                                         heap.tuple({intern("efile"), atoms::undefined})));
  }
}

}  // namespace heddle::beam
