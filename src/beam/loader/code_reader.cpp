// The instructions are decoded one after the other, each operand checked by its letter in
// opcode.hpp. Labels may be used before they are defined: uses are noted with their place, and
// checked when all functions are known.
//
// The layout of a function, always:
//
//   label Lf; [line;] func_info Module Name Arity; label Entry; body
//
// Lf is where a failed match of the arguments jumps to. It ends where the next one begins.
#include "beam/loader/code_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "beam/loader/operand_letters.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/number.hpp"
#include "beam/term/print.hpp"

namespace heddle::beam {
namespace {

constexpr std::uint32_t kNoFunction = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNotDefined = std::numeric_limits<std::uint32_t>::max();

constexpr std::size_t kForeseen = std::size_t{1} << 20;  // bytes of code

/// Of the tag z.
enum Extended : std::uint64_t {
  kListOf = 1,
  kFloatRegister = 2,
  kAllocation = 3,
  kLiteral = 4,
  kTyped = 5,
};

class CodeReader {
 public:
  CodeReader(ChunkReader& in, BeamFile& file) : in_(in), file_(file) {}

  void read() {
    header();
    bool more = true;
    while (more) more = instruction();
    in_.finish();
    for (std::size_t label = 1; label < file_.labels.size(); ++label) {
      if (file_.labels[label] == kNotDefined) in_.fail(fmt::format("label {} is not there", label));
    }
    find_functions();
    check_uses();
  }

 private:
  using Kind = Operand::Kind;

  struct Use {
    std::uint32_t label;
    std::uint32_t instruction;
    std::size_t position;
    bool is_call;
  };

  // ---- Decoding

  void header() {
    const std::uint32_t header_size = in_.u32();
    if (header_size < 16) in_.fail(fmt::format("a header of {} bytes", header_size));
    const std::uint32_t format = in_.u32();
    const std::uint32_t most_opcode = in_.u32();
    if (format != 0) {
      in_.fail(fmt::format("format {} of the code, which is not known", format),
               "compile it with OTP 24 to 28");
    }
    if (most_opcode >= kKnownOpcodes) {
      in_.fail(fmt::format("instructions up to {}, which no release up to 29 has", most_opcode),
               "compile it with OTP 24 to 28");
    }
    const std::size_t labels = in_.u32();
    functions_ = in_.u32();
    in_.raw(header_size - 16);
    // A label takes at least two bytes, label 0 none.
    if (labels == 0) in_.fail("no labels");
    file_.labels.assign(in_.believable(labels - 1, 2) + 1, kNotDefined);
    in_.believable(functions_, 8);
    // More than most modules have, of which the system gives what is touched: nothing is copied.
    const std::size_t bytes = std::min(in_.remaining(), kForeseen);
    file_.operands.reserve(bytes);
    file_.instructions.reserve(bytes / 2);
    uses_.reserve(bytes / 4);
  }

  /// False: it was the last one.
  bool instruction() {
    const std::size_t at = in_.position();
    const std::uint8_t number = in_.u8();
    if (number == 0 || number >= kKnownOpcodes) {
      in_.fail_at(at, fmt::format("there is no instruction {}", number));
    }
    const auto opcode = static_cast<Opcode>(number);
    const OpcodeInfo& info = beam::info(opcode);
    if (number > kLastOpcode) {
      in_.fail_at(at,
                  fmt::format("the instruction {} ({}) of OTP {} is not known here", info.name,
                              number, info.since),
                  "compile it with OTP 24 to 28");
    }
    if (info.until == 24) {
      in_.fail_at(
          at, fmt::format("the instruction {} ({}) was given up before OTP 24", info.name, number));
    }
    position_ = at;
    opcode_ = opcode;
    const auto first = static_cast<std::uint32_t>(file_.operands.size());
    // Lists go behind the operands.
    file_.operands.resize(first + info.arity);
    std::uint32_t slot = first;
    for (std::size_t i = 0; i < info.operands.size(); ++i, ++slot) {
      const char letter = info.operands[i];
      if (letter == '[') {
        const std::size_t end = info.operands.find(']', i);
        list(slot, info.operands.substr(i + 1, end - i - 1));
        i = end;
      } else if (letter == '*') {
        list(slot, "");
      } else {
        const std::size_t place = in_.position();
        const Operand operand = this->operand(in_.compact());
        check(operand, letter, place);
        file_.operands[slot] = operand;
      }
    }
    file_.instructions.push_back({opcode, first});
    check_instruction(std::span(file_.operands).subspan(first, info.arity));
    return opcode != Opcode::kIntCodeEnd;
  }

  Operand operand(const Compact& compact) {
    if (compact.tag == CompactTag::kInteger) return integer(compact);
    if (!compact.large.empty()) in_.fail("an operand that is too large");
    const std::uint64_t value = compact.value;
    switch (compact.tag) {
      case CompactTag::kNumber:
        return {Kind::kNumber, 0, value};
      case CompactTag::kAtom:
        if (value >= file_.atoms.size()) {
          in_.fail(fmt::format("atom {} of {}", value, file_.atoms.size() - 1));
        }
        return term(file_.atoms[value]);
      case CompactTag::kX:
      case CompactTag::kY:
        return {compact.tag == CompactTag::kX ? Kind::kX : Kind::kY, 0, register_number(value)};
      case CompactTag::kLabel:
        if (value >= file_.labels.size()) {
          in_.fail(fmt::format("label {} of {}", value, file_.labels.size() - 1));
        }
        return {Kind::kLabel, 0, value};
      case CompactTag::kExtended:
        return extended(value);
      default:
        in_.fail("a character as an operand, which no compiler writes");
    }
  }

  static Operand term(Term term) { return {Kind::kTerm, 0, term.bits()}; }

  Operand integer(const Compact& compact) {
    if (compact.large.empty()) {
      return term(file_.heap->integer(static_cast<std::int64_t>(compact.value)));
    }
    const Term value = integer_from_bytes(*file_.heap, compact.large, true);
    if (value.is_none()) in_.fail("an integer that is too large");
    return term(value);
  }

  std::uint64_t register_number(std::uint64_t value) const {
    if (value >= kMostRegisters) in_.fail(fmt::format("register {}; there are 1024", value));
    return value;
  }

  Operand extended(std::uint64_t what) {
    switch (what) {
      case kFloatRegister:
        return {Kind::kFloat, 0, in_.compact_number(kMostRegisters - 1)};
      case kAllocation:
        return {Kind::kNumber, 0, allocation()};
      case kLiteral: {
        const std::uint32_t index = in_.compact_number(kMostNumber);
        if (index >= file_.literals.size()) {
          in_.fail(fmt::format("literal {}; there are {}", index, file_.literals.size()));
        }
        return term(file_.literals[index]);
      }
      case kTyped: {
        const Compact compact = in_.compact();
        if (compact.tag != CompactTag::kX && compact.tag != CompactTag::kY) {
          in_.fail("a type of what is no register");
        }
        const Operand result = operand(compact);
        in_.compact_number(kMostNumber);  // what the compiler knows of it
        return result;
      }
      case kListOf:
        in_.fail("a list where none belongs");
      default:
        in_.fail(fmt::format("an operand of the unknown kind z{}", what));
    }
  }

  /// Heap words for so many words, floats and funs in the layouts of term.hpp.
  std::uint64_t allocation() {
    constexpr std::uint64_t kWordsOf[] = {1, 2, 2};
    std::uint64_t words = 0;
    for (std::size_t left = in_.believable(in_.compact_number(kMostNumber), 2); left > 0; --left) {
      const std::uint32_t kind = in_.compact_number(2);
      words += kWordsOf[kind] * in_.compact_number(kMostNumber);
      if (words > kMostNumber) in_.fail("an allocation that is too large");
    }
    return words;
  }

  /// `letters` by turns; "": any.
  void list(std::uint32_t slot, std::string_view letters) {
    const std::size_t at = in_.position();
    const Compact tag = in_.compact();
    if (tag.tag != CompactTag::kExtended || tag.value != kListOf) complain(word_for('*'), at);
    const std::size_t count = in_.believable(in_.compact_number(kMostNumber), 1);
    if (!letters.empty() && count % letters.size() != 0) {
      in_.fail_at(at, fmt::format("{}: a list of {} where {} each belong together", name(), count,
                                  letters.size()));
    }
    const std::size_t first = file_.operands.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = in_.position();
      const Operand operand = this->operand(in_.compact());
      check(operand, letters.empty() ? '?' : letters[i % letters.size()], place);
      file_.operands.push_back(operand);
    }
    file_.operands[slot] = {Kind::kList, static_cast<std::uint32_t>(count), first};
  }

  // ---- Checking

  std::string_view name() const { return info(opcode_).name; }
  [[noreturn]] void complain(std::string_view expected, std::size_t at) const {
    in_.fail_at(at, fmt::format("{}: {} expected", name(), expected));
  }

  void check(const Operand& operand, char letter, std::size_t at) {
    if (operand.kind == Kind::kLabel && operand.value != 0) {
      uses_.push_back({static_cast<std::uint32_t>(operand.value),
                       static_cast<std::uint32_t>(file_.instructions.size()), at, letter == 'c'});
    }
    if (!fits(operand, letter)) complain(word_for(letter), at);
  }

  bool fits(const Operand& operand, char letter) const {
    return beam::fits(operand, letter, file_);
  }

  /// What the letters cannot say.
  void check_instruction(std::span<Operand> operands) {
    switch (opcode_) {
      case Opcode::kLabel:
        return define_label(operands[0].value);
      case Opcode::kFuncInfo:
        if (operands[0].term() != file_.module) fail("a function of another module");
        if (operands[2].value > kMostArguments) fail("a function of more than 255 arguments");
        return;
      case Opcode::kLine:
      case Opcode::kExecutableLine:
        if (file_.lines.empty()) operands[0].value = 0;  // no chunk Line: no location
        return;
      case Opcode::kDebugLine:
        if (file_.lines.empty()) operands[1].value = 0;
        return;
      case Opcode::kCallExt:
      case Opcode::kCallExtLast:
      case Opcode::kCallExtOnly:
        return check_import(operands[1], operands[0].value);
      case Opcode::kBif0:
        return check_import(operands[0], 0);
      case Opcode::kBif1:
        return check_import(operands[1], 1);
      case Opcode::kBif2:
        return check_import(operands[1], 2);
      case Opcode::kGcBif1:
        return check_import(operands[2], 1);
      case Opcode::kGcBif2:
        return check_import(operands[2], 2);
      case Opcode::kGcBif3:
        return check_import(operands[2], 3);
      case Opcode::kBsPutString:
        return check_string(operands[1].value, 8 * operands[0].value);
      case Opcode::kBsMatchString:
        return check_string(operands[3].value, operands[2].value);
      case Opcode::kBsCreateBin:
        return check_segments(file_.list(operands[5]));
      case Opcode::kBsMatch:
        return check_commands(file_.list(operands[2]));
      case Opcode::kMakeFun3:
        if (file_.lambdas[operands[0].value].free != operands[2].count) {
          fail("a fun with another number of free variables than FunT says");
        }
        return;
      default:
        return;
    }
  }

  [[noreturn]] void fail(std::string_view what) const {
    in_.fail_at(position_, fmt::format("{}: {}", name(), what));
  }

  void define_label(std::uint64_t label) {
    if (label == 0 || label >= file_.labels.size()) {
      fail(fmt::format("label {} of {}", label, file_.labels.size() - 1));
    }
    if (file_.labels[label] != kNotDefined) fail(fmt::format("label {} is there twice", label));
    file_.labels[label] = static_cast<std::uint32_t>(file_.instructions.size() - 1);
  }

  void check_import(const Operand& import, std::uint64_t arity) const {
    const Import& entry = file_.imports[import.value];
    if (entry.arity != arity) {
      fail(fmt::format("{} arguments for {}:{}/{}", arity, print_atom(entry.module),
                       print_atom(entry.function), entry.arity));
    }
  }

  void check_string(std::uint64_t offset, std::uint64_t bits) const {
    const std::uint64_t size = file_.strings.size();
    if (offset > size || (bits + 7) / 8 > size - offset) {
      fail(fmt::format("{} bits at {} of a string table of {} bytes", bits, offset, size));
    }
  }

  /// {type, segment, unit, flags, value, size}, flattened.
  void check_segments(std::span<const Operand> list) const {
    if (list.size() % 6 != 0) fail("segments are six operands each");
    for (; !list.empty(); list = list.subspan(6)) {
      if (!fits(list[0], 'a') || !fits(list[1], 'u') || !fits(list[2], 'u') ||
          !fits(list[3], 's')) {
        fail("a segment that is not type, number, unit, flags, value and size");
      }
      const std::string_view type = name_of(list[0].term());
      if (type == "string") {
        if (!fits(list[4], 'u') || !fits(list[5], 's') || !list[5].term().is_small() ||
            list[5].term().small_value() < 0) {
          fail("a string without offset and size");
        }
        check_string(list[4].value, 8 * static_cast<std::uint64_t>(list[5].term().small_value()));
        continue;
      }
      constexpr std::string_view kTypes[] = {"integer",        "float", "binary", "append",
                                             "private_append", "utf8",  "utf16",  "utf32"};
      bool known = false;
      for (const std::string_view one : kTypes) known = known || one == type;
      if (!known) fail(fmt::format("a segment of the unknown type {}", print_atom(list[0].term())));
      if (!fits(list[4], 's') || !fits(list[5], 's')) fail("a segment without value and size");
    }
  }

  /// Commands, flattened: each is an atom and what belongs to it.
  void check_commands(std::span<const Operand> list) const {
    struct Command {
      std::string_view name;
      std::string_view operands;
    };
    constexpr Command kCommands[] = {{"ensure_at_least", "uu"},
                                     {"ensure_exactly", "u"},
                                     {"integer", "ksuud"},
                                     {"binary", "ksuud"},
                                     {"skip", "u"},
                                     {"get_tail", "kud"},
                                     {"=:=", "???"}};
    while (!list.empty()) {
      if (!fits(list[0], 'a')) fail("a command that is not an atom");
      const std::string_view name = name_of(list[0].term());
      const Command* command = nullptr;
      for (const Command& one : kCommands) {
        if (one.name == name) command = &one;
      }
      if (command == nullptr)
        fail(fmt::format("the unknown command {}", print_atom(list[0].term())));
      if (list.size() <= command->operands.size()) fail(fmt::format("{} without operands", name));
      for (std::size_t i = 0; i < command->operands.size(); ++i) {
        const char letter = command->operands[i];
        if (!fits(list[1 + i], letter)) {
          fail(fmt::format("{}: {} expected", name, word_for(letter)));
        }
      }
      list = list.subspan(1 + command->operands.size());
    }
  }

  // ---- Functions

  Opcode opcode_at(std::size_t index) const { return file_.instructions[index].opcode; }

  void find_functions() {
    const auto count = static_cast<std::uint32_t>(file_.instructions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      if (opcode_at(i) != Opcode::kFuncInfo) continue;
      std::uint32_t begin = i;
      while (begin > 0 && opcode_at(begin - 1) == Opcode::kLine) --begin;
      const auto operands = file_.operands_of(file_.instructions[i]);
      const auto what = [&] {
        return fmt::format("{}/{}", print_atom(operands[1].term()), operands[2].value);
      };
      if (begin == 0 || opcode_at(begin - 1) != Opcode::kLabel) {
        in_.fail(fmt::format("{} does not begin with a label", what()));
      }
      // There is an instruction after it: the code ends with int_code_end.
      if (opcode_at(i + 1) != Opcode::kLabel) {
        in_.fail(fmt::format("{} has no entry: no label after func_info", what()));
      }
      --begin;
      if (!file_.functions.empty()) {
        if (begin <= last_entry_) in_.fail(fmt::format("{} overlaps another function", what()));
        file_.functions.back().end = begin;
      } else if (begin != 0) {
        in_.fail("instructions before the first function");
      }
      const Instruction& entry = file_.instructions[i + 1];
      file_.functions.push_back({operands[1].term(), static_cast<std::uint32_t>(operands[2].value),
                                 static_cast<std::uint32_t>(file_.operands_of(entry)[0].value),
                                 begin, count - 1});
      last_entry_ = i + 1;
    }
    if (file_.functions.empty() && count > 1) in_.fail("instructions, but no function");
    if (file_.functions.size() != functions_) {
      in_.fail(fmt::format("{} functions announced, {} found", functions_, file_.functions.size()));
    }
    function_of_.assign(count, kNoFunction);
    for (std::uint32_t f = 0; f < file_.functions.size(); ++f) {
      for (std::uint32_t i = file_.functions[f].begin; i < file_.functions[f].end; ++i) {
        function_of_[i] = f;
        if (opcode_at(i) != Opcode::kOnLoad) continue;
        if (file_.on_load) in_.fail("two functions for on_load");
        file_.on_load = f;
      }
    }
  }

  void check_uses() const {
    for (const Use& use : uses_) {
      const std::uint32_t target = file_.labels[use.label];
      const Opcode opcode = opcode_at(use.instruction);
      const auto fail = [&](std::string_view what) {
        in_.fail_at(use.position,
                    fmt::format("{}: label {} {}", info(opcode).name, use.label, what));
      };
      const std::uint32_t function = function_of_[target];
      if (!use.is_call) {
        if (function != function_of_[use.instruction]) fail("is in another function");
        continue;
      }
      if (function == kNoFunction || file_.functions[function].entry != use.label) {
        fail("is not the entry of a function");
      }
      const std::uint64_t arity = file_.operands_of(file_.instructions[use.instruction])[0].value;
      if (file_.functions[function].arity != arity) {
        fail(fmt::format("is a function of {} arguments, not {}", file_.functions[function].arity,
                         arity));
      }
    }
  }

  ChunkReader& in_;
  BeamFile& file_;
  std::size_t functions_ = 0;  // as announced
  std::size_t position_ = 0;   // of the instruction that is being read
  Opcode opcode_{};
  std::vector<Use> uses_;
  std::uint32_t last_entry_ = 0;            // an instruction
  std::vector<std::uint32_t> function_of_;  // by instruction
};

}  // namespace

void read_code(ChunkReader in, BeamFile& file) { CodeReader(in, file).read(); }

}  // namespace heddle::beam
