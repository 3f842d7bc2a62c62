// Small random programs, and the smallest program that still shows what a given one shows.
//
//   toy::Source source = toy::generate(seed, {});
//   if (disagrees(source)) source = toy::shrink(source, disagrees);
//
// Deterministic: the same seed and options give the same program on every machine.
#pragma once

#include <cstdint>
#include <functional>

#include "toy/ast.hpp"

namespace heddle::toy {

struct GenerateOptions {
  // Which operations may appear; a program uses a random part of them.
  bool memory = true;
  bool cas = true;  // and fetch-and-add
  bool await = true;
  bool locks = true;
  bool conditions = true;
  bool joins = true;
  bool nested_spawns = true;
  bool messages = true;
  bool timeouts = true;
  bool delayed = true;
  bool yields = true;
  bool assertions = true;
  /// Nothing but messages, spawns and joins, whatever the switches above say.
  bool messages_only = false;

  int max_processes = 4;   // with main; at least 2
  int max_operations = 4;  // of one process, roughly
  /// An upper estimate of the interleavings that is kept by leaving operations out.
  std::uint64_t max_interleavings = 5000;
};

Source generate(std::uint64_t seed, const GenerateOptions& options = {});

/// The program without everything that `fails` does not need: processes, statements, branches,
/// values. `fails` is asked only about well-formed programs, and must hold for `source`.
Source shrink(const Source& source, const std::function<bool(const Source&)>& fails);

}  // namespace heddle::toy
