// What function terms point to: entries that live as long as the code does.
#pragma once

#include <atomic>
#include <cstdint>

#include "beam/term/term.hpp"

namespace heddle::beam {

struct Module;
struct Native;

/// Code for an instruction pointer to point to: an array of words, laid out by vm/code.hpp.
using CodePointer = const Word*;

/// M:F/A. One for each that anybody names; shared by all instances of the VM.
struct Export {
  Term module;
  Term function;
  std::uint32_t arity = 0;
  // Null: not loaded, not exported, or a matter of each machine (vm/code_versions.cpp).
  std::atomic<CodePointer> code{nullptr};
  std::atomic<const Native*> native{nullptr};  // overrides code
};

/// What make_fun refers to: an entry of a module's FunT. Versions of a module that have the same
/// MD5 have it in common, as on erl.
struct FunEntry {
  Term module;
  Term function;            // the name of the function that the compiler made
  std::uint32_t arity = 0;  // without the free variables
  std::uint32_t free = 0;
  std::uint32_t index = 0;
  std::uint32_t uniq = 0;
  const Module* maker = nullptr;  // the first version that had it
  std::atomic<CodePointer> code{nullptr};
  Word ask[2] = {};  // code: for modules that are replaced, how the machine's version is found
};

inline const FunEntry& fun_entry(Term fun) { return *std::bit_cast<const FunEntry*>(fun.word(0)); }
inline Export& export_entry(Term fun) { return *std::bit_cast<Export*>(fun.word(0)); }

}  // namespace heddle::beam
