// BeamFile: what a .beam file says, checked and in plain tables.
//
//   const BeamFile file = parse_beam(bytes, "ebin/lists.beam", hooks);
//   for (const Function& function : file.functions) ...
//
// After parsing, every index is valid: a label, an import, a line, a register, a part of the string
// table. Operands are of the kinds that opcode.hpp names; jumps stay within their function; calls
// go to the entry of a function of that arity. What a file cannot be trusted with is the flow of
// values: whether a register holds anything, and whether a stack frame has a slot (the compiler's
// validator looks after that).
//
// OTP 24 to 28. Literals keep small numbers and pointers into `heap`, so they live as long as it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "beam/loader/opcode.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/heap.hpp"

namespace heddle::beam {

inline constexpr std::uint32_t kMostRegisters = 1024;  // of each kind
inline constexpr std::uint32_t kMostArguments = 255;

struct Operand {
  enum class Kind : std::uint8_t {
    kNumber,  // value
    kTerm,    // integer, atom, [] or literal
    kX,       // registers: value
    kY,
    kFloat,
    kLabel,  // value; 0: none
    kList,   // `count` operands from `value` on in BeamFile::operands; none of them is a list
  };
  Kind kind = Kind::kNumber;
  std::uint32_t count = 0;
  std::uint64_t value = 0;

  Term term() const { return Term::from_bits(value); }
  bool is_register() const { return kind == Kind::kX || kind == Kind::kY; }
};

struct Instruction {
  Opcode opcode{};
  std::uint32_t first = 0;  // operand
};

struct Function {
  Term name;
  std::uint32_t arity = 0;
  std::uint32_t entry = 0;  // label; calls go there. The one before it raises function_clause
  std::uint32_t begin = 0;  // instructions: label, line, func_info, label, ...
  std::uint32_t end = 0;
};

struct Import {
  Term module;
  Term function;
  std::uint32_t arity = 0;
};

/// An entry of ExpT or LocT.
struct NamedLabel {
  Term function;
  std::uint32_t arity = 0;
  std::uint32_t label = 0;
};

/// An entry of FunT.
struct Lambda {
  Term function;
  std::uint32_t arity = 0;  // the free variables included
  std::uint32_t label = 0;
  std::uint32_t index = 0;
  std::uint32_t free = 0;
  std::uint32_t uniq = 0;
};

struct Line {
  std::uint32_t file = 0;  // in BeamFile::files
  std::uint32_t line = 0;  // 0: not known
};

struct BeamFile {
  std::string path;
  Term module;
  std::vector<Term> atoms;  // by their number in the file; [0] is []

  std::vector<Instruction> instructions;
  std::vector<Operand> operands;
  std::vector<std::uint32_t> labels;  // where each stands (an instruction); [0] is none
  std::vector<Function> functions;
  std::optional<std::uint32_t> on_load;  // function

  std::vector<Import> imports;
  std::vector<NamedLabel> exports;
  std::vector<NamedLabel> locals;  // only if LocT is there
  std::vector<Lambda> lambdas;
  std::string strings;
  std::vector<Term> literals;
  std::vector<Line> lines;         // [0]: no location
  std::vector<std::string> files;  // [0] is <module>.erl
  Term attributes;                 // none if the chunk is missing
  Term compile_info;
  std::array<std::uint8_t, 16> md5{};  // module_info(md5)

  std::unique_ptr<Heap> heap;  // of the terms above

  std::span<const Operand> operands_of(const Instruction& instruction) const {
    return std::span(operands).subspan(instruction.first, info(instruction.opcode).arity);
  }
  std::span<const Operand> list(const Operand& operand) const {
    return std::span(operands).subspan(operand.value, operand.count);
  }
};

/// From the bytes of a file, gzip-compressed or not. `path` is for messages. Throws
/// support::UserError.
BeamFile parse_beam(std::string_view bytes, const std::string& path, const EtfHooks& hooks);
BeamFile read_beam(const std::string& path, const EtfHooks& hooks);

}  // namespace heddle::beam
