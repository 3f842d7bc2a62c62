// Predecoder: the parts from which the code of a module is put together: words for operands, labels
// that are filled in when their addresses are known, tables, and the instructions that need more
// than their operands in a row. Which instruction becomes which is in predecode.cpp.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/vm/binaries.hpp"
#include "beam/vm/code.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/ops.hpp"

namespace heddle::beam {

class Predecoder {
 public:
  Predecoder(Module& module, CodeBase& code)
      : module_(module), file_(*module.file), code_(code), handlers_(Interpreter::handlers()) {
    offsets_.assign(file_.labels.size(), 0);
  }

  void run() {
    module_.funs = code_.funs_of(module_);
    module_.code.reserve(file_.instructions.size() + file_.operands.size());
    for (const Function& function : file_.functions) add(function);
    const Word* base = module_.code.data();
    const auto address = [&](Word label) {
      return label == 0 ? 0 : std::bit_cast<Word>(base + offsets_[label]);
    };
    for (const auto& [at, label] : fixups_) module_.code[at] = address(label);
    for (const auto& [cell, label] : table_fixups_) *cell = address(label);
    for (LoadedFunction& function : module_.functions) {
      function.begin = base + std::bit_cast<Word>(function.begin);
      function.entry = base + std::bit_cast<Word>(function.entry);
    }
    for (LineEntry& line : module_.lines) line.address = base + std::bit_cast<Word>(line.address);
    for (const Lambda& lambda : file_.lambdas) {
      module_.fun_code.push_back(base + offsets_[lambda.label]);
    }
    for (const NamedLabel& exported : file_.exports) {
      module_.exports.emplace_back(
          code_.find_export(module_.name, exported.function, exported.arity),
          base + offsets_[exported.label]);
    }
    std::sort(module_.exports.begin(), module_.exports.end());
    if (file_.on_load) {
      const Function& function = file_.functions[*file_.on_load];
      module_.on_load = std::make_unique<FunEntry>();
      module_.on_load->module = module_.name;
      module_.on_load->function = function.name;
      module_.on_load->maker = &module_;
      module_.on_load->code = base + offsets_[function.entry];
    }
  }

 private:
  std::size_t here() const { return module_.code.size(); }

  void op(Op op) { module_.code.push_back(std::bit_cast<Word>(handlers_[static_cast<int>(op)])); }
  void put(Word word) { module_.code.push_back(word); }
  void put(const Operand& operand) {
    if (operand.kind == Operand::Kind::kLabel) {
      fixups_.emplace_back(here(), operand.value);
      put(Word{0});
    } else if (operand.kind == Operand::Kind::kList) {
      put(std::bit_cast<Word>(list(operand)));
    } else {
      put(word_of(operand));
    }
  }

  static Word word_of(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::kX:
        return x_operand(operand.value);
      case Operand::Kind::kY:
        return y_operand(operand.value);
      default:
        return operand.value;
    }
  }

  std::vector<Word>& new_table() { return module_.tables.emplace_back(); }

  // A count and the operands.
  const Word* list(const Operand& operand) {
    std::vector<Word>& table = new_table();
    table.push_back(operand.count);
    for (const Operand& element : file_.list(operand)) table.push_back(word_of(element));
    return table.data();
  }

  void add(const Function& function) {
    const auto instructions = std::span(file_.instructions);
    const Native* native = code_.find_native(module_.name, function.name, function.arity);
    module_.functions.push_back(
        {function.name, function.arity, std::bit_cast<CodePointer>(Word{here()}), nullptr});
    std::uint32_t at = function.begin;
    for (; at < function.end; ++at) {
      const Instruction& instruction = instructions[at];
      if (instruction.opcode == Opcode::kLabel &&
          file_.operands_of(instruction)[0].value == function.entry) {
        module_.functions.back().entry = std::bit_cast<CodePointer>(Word{here()});
        if (native != nullptr && native->kind == NativeKind::kFirst) {
          offsets_[function.entry] = here();
          op(Op::ask_native);
          put(std::bit_cast<Word>(native));
          continue;
        }
        if (native != nullptr) {
          offsets_[function.entry] = here();
          op(Op::call_ext_only);
          put(Word{function.arity});
          put(std::bit_cast<Word>(code_.find_export(module_.name, function.name, function.arity)));
          return;
        }
        if (is_missing(function)) {
          offsets_[function.entry] = here();
          op(Op::unsupported);
          put(std::bit_cast<Word>(code_.find_export(module_.name, function.name, function.arity)));
          put(Word{1});
          return;
        }
      }
      add(instruction, at);
    }
  }

  // What OTP writes in C does nothing in Erlang but call erlang:nif_error.
  bool is_missing(const Function& function) const {
    for (std::uint32_t at = function.begin; at < function.end; ++at) {
      const Instruction& instruction = file_.instructions[at];
      switch (instruction.opcode) {
        case Opcode::kLabel:
        case Opcode::kLine:
        case Opcode::kFuncInfo:
        case Opcode::kMove:
          continue;
        case Opcode::kCallExtOnly: {
          const Import& called = file_.imports[file_.operands_of(instruction)[1].value];
          return called.module == atoms::erlang && name_of(called.function) == "nif_error";
        }
        default:
          return false;
      }
    }
    return false;
  }

  // The compiler has no instruction for a call of a fun as the last thing; loaders find it.
  bool returns_after(std::uint32_t at) const {
    const auto& instructions = file_.instructions;
    return at + 2 < instructions.size() && instructions[at + 1].opcode == Opcode::kDeallocate &&
           instructions[at + 2].opcode == Opcode::kReturn;
  }

  // The registers y(n) that are named between loop_rec and where a receive accepts or rejects: a
  // count, and their numbers in ascending order; in between, whether it asks who it is.
  const Word* receive_variables(std::uint32_t loop_rec) {
    std::set<Word> variables;
    bool asks_self = false;
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> next{loop_rec + 1};
    const auto look_at = [&](const Operand& operand) {
      if (operand.kind == Operand::Kind::kY) variables.insert(operand.value);
      if (operand.kind == Operand::Kind::kLabel && operand.value != 0) {
        next.push_back(file_.labels[operand.value]);
      }
    };
    while (!next.empty()) {
      const std::uint32_t at = next.back();
      next.pop_back();
      if (at >= file_.instructions.size() || !seen.insert(at).second) continue;
      const Instruction& instruction = file_.instructions[at];
      if (instruction.opcode == Opcode::kLoopRecEnd ||
          instruction.opcode == Opcode::kRemoveMessage) {
        continue;
      }
      asks_self = asks_self || instruction.opcode == Opcode::kBif0;  // self/0, or node/0
      for (const Operand& operand : file_.operands_of(instruction)) {
        if (instruction.opcode == Opcode::kLabel) break;
        look_at(operand);
        if (operand.kind != Operand::Kind::kList) continue;
        for (const Operand& element : file_.list(operand)) look_at(element);
      }
      const bool ends =
          instruction.opcode == Opcode::kJump || instruction.opcode == Opcode::kSelectVal ||
          instruction.opcode == Opcode::kSelectTupleArity || instruction.opcode == Opcode::kReturn;
      if (!ends) next.push_back(at + 1);
    }
    std::vector<Word>& table = new_table();
    table.push_back(variables.size());
    table.push_back(asks_self ? 1 : 0);
    table.insert(table.end(), variables.begin(), variables.end());
    return table.data();
  }

  // Operands by their positions.
  void emit(Op code, std::span<const Operand> operands, std::initializer_list<int> positions) {
    op(code);
    for (const int position : positions) put(operands[static_cast<std::size_t>(position)]);
  }

  // bs_init2 and its like say a size that is known as a plain number, where a value is expected.
  void emit_sized(Op code, std::span<const Operand> operands,
                  std::initializer_list<int> positions) {
    std::vector<Operand> sized(operands.begin(), operands.end());
    if (sized[1].kind == Operand::Kind::kNumber) {
      sized[1].kind = Operand::Kind::kTerm;
      sized[1].value = Term::small(static_cast<std::int64_t>(sized[1].value)).bits();
    }
    emit(code, sized, positions);
  }

  void emit_all(Op code, std::span<const Operand> operands) {
    op(code);
    for (const Operand& operand : operands) put(operand);
  }

  // Arity, label, and what the frame was.
  void local_call(Op code, std::span<const Operand> operands) {
    module_.calls.push_back(static_cast<std::uint32_t>(here() + 2));
    emit_all(code, operands);
  }

  Export* import(const Operand& operand) {
    const Import& import = file_.imports[operand.value];
    return code_.find_export(import.module, import.function, import.arity);
  }

  void call_ext(Op code, std::span<const Operand> operands) {
    op(code);
    put(operands[0]);
    put(std::bit_cast<Word>(import(operands[1])));
    if (operands.size() > 2) put(operands[2]);
  }

  // fail native arguments destination
  void bif(std::span<const Operand> operands, std::size_t import_at) {
    const Import& import = file_.imports[operands[import_at].value];
    const Native* native = code_.find_native(import.module, import.function, import.arity);
    if (native == nullptr) {
      op(Op::unsupported);
      put(std::bit_cast<Word>(code_.find_export(import.module, import.function, import.arity)));
      put(Word{0});
      return;
    }
    const auto arguments = operands.subspan(import_at + 1);
    op(bif_op(import, arguments));
    if (import.arity > 0) put(operands[0]);
    put(std::bit_cast<Word>(native));
    for (const Operand& argument : arguments) put(argument);
  }

  static Op bif_op(const Import& import, std::span<const Operand> arguments) {
    static const Op kByArity[] = {Op::bif0, Op::bif1, Op::bif2, Op::bif3};
    if (import.module == atoms::erlang && import.arity == 2) {
      const std::string_view name = name_of(import.function);
      const bool small =
          arguments[1].kind == Operand::Kind::kTerm && arguments[1].term().is_small();
      if (name == "+") return small ? Op::add_small : Op::add;
      if (name == "-") return Op::subtract;
      if (name == "*") return Op::multiply;
      if (name == "element") return Op::tuple_element;
    }
    return kByArity[import.arity];
  }

  // count, keys (sorted), labels, and then those that are not immediate: count, key, label, ...
  void select(Op code, std::span<const Operand> operands) {
    std::map<Word, Word> immediate;
    std::vector<std::pair<Word, Word>> others;
    const auto pairs = file_.list(operands[2]);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      if (pairs[i].kind == Operand::Kind::kTerm && !pairs[i].term().is_immediate()) {
        others.emplace_back(pairs[i].value, pairs[i + 1].value);
      } else {
        immediate.emplace(pairs[i].value, pairs[i + 1].value);
      }
    }
    std::vector<Word>& table = new_table();
    table.push_back(immediate.size());
    for (const auto& [key, label] : immediate) table.push_back(key);
    std::vector<std::pair<std::size_t, Word>> labels;
    for (const auto& [key, label] : immediate) {
      labels.emplace_back(table.size(), label);
      table.push_back(0);
    }
    table.push_back(2 * others.size());
    for (const auto& [key, label] : others) {
      table.push_back(key);
      labels.emplace_back(table.size(), label);
      table.push_back(0);
    }
    for (const auto& [at, label] : labels) table_fixups_.emplace_back(&table[at], label);
    op(code);
    put(operands[0]);
    put(operands[1]);
    put(std::bit_cast<Word>(table.data()));
  }

  static Word flags_of(const Operand& operand) {
    Word flags = 0;
    if (operand.kind != Operand::Kind::kTerm) return operand.value;
    for (Term list = operand.term(); list.is_cons(); list = list.tail()) {
      const std::string_view name = name_of(list.head());
      if (name == "little") flags |= 2;
      if (name == "signed") flags |= 4;
      if (name == "native") flags |= 16;
    }
    return flags;
  }
  static Word number_of(const Operand& operand) {
    return operand.kind == Operand::Kind::kTerm && operand.term().is_small()
               ? static_cast<Word>(operand.term().small_value())
               : operand.value;
  }
  const char* string_at(Word offset) const { return file_.strings.data() + offset; }

  void create_bin(std::span<const Operand> operands) {
    static const std::map<std::string_view, Segment::Type> kTypes = {
        {"append", Segment::kAppend}, {"private_append", Segment::kPrivateAppend},
        {"binary", Segment::kBinary}, {"integer", Segment::kInteger},
        {"float", Segment::kFloat},   {"string", Segment::kString},
        {"utf8", Segment::kUtf8},     {"utf16", Segment::kUtf16},
        {"utf32", Segment::kUtf32},
    };
    const auto segments = file_.list(operands[5]);
    std::vector<Word>& table = new_table();
    table.push_back(segments.size() / 6 * kSegmentWords);
    for (std::size_t i = 0; i + 5 < segments.size(); i += 6) {
      const Segment::Type type = kTypes.at(name_of(segments[i].term()));
      table.push_back(type);
      table.push_back(number_of(segments[i + 2]));
      table.push_back(flags_of(segments[i + 3]));
      if (type == Segment::kString) {
        table.push_back(std::bit_cast<Word>(string_at(number_of(segments[i + 4]))));
        table.push_back(Term::small(static_cast<std::int64_t>(number_of(segments[i + 5]))).bits());
      } else {
        table.push_back(word_of(segments[i + 4]));
        table.push_back(word_of(segments[i + 5]));
      }
    }
    op(Op::bs_create_bin);
    put(operands[0]);
    put(operands[3]);
    put(operands[4]);
    put(std::bit_cast<Word>(table.data()));
  }

  void bs_match(std::span<const Operand> operands) {
    const auto commands = file_.list(operands[2]);
    std::vector<Word>& table = new_table();
    table.push_back(0);
    const auto add = [&](MatchCommand::Type type, Word a, Word b = 1, Word flags = 0,
                         Word value = 0, Word destination = 0) {
      table.insert(table.end(), {type, a, b, flags, value, destination});
    };
    for (std::size_t i = 0; i < commands.size();) {
      const auto next = commands.subspan(i);
      const std::string_view name = name_of(next[0].term());
      if (name == "ensure_at_least") {
        add(MatchCommand::kEnsureAtLeast, number_of(next[1]), number_of(next[2]));
        i += 3;
      } else if (name == "ensure_exactly") {
        add(MatchCommand::kEnsureExactly, number_of(next[1]));
        i += 2;
      } else if (name == "integer" || name == "binary") {
        add(name == "integer" ? MatchCommand::kInteger : MatchCommand::kBinary, number_of(next[3]),
            number_of(next[4]), flags_of(next[2]), 0, word_of(next[5]));
        i += 6;
      } else if (name == "skip") {
        add(MatchCommand::kSkip, number_of(next[1]));
        i += 2;
      } else if (name == "get_tail") {
        add(MatchCommand::kGetTail, 0, 1, 0, 0, word_of(next[3]));
        i += 4;
      } else {  // '=:=', of at most 64 bits: more than a small integer has
        constexpr Word kHalf = 32;
        const Word bits = number_of(next[2]);
        const Word value = number_of(next[3]);
        const auto equal = [&](Word size, Word wanted) {
          add(MatchCommand::kEqual, size, 1, 0,
              Term::small(static_cast<std::int64_t>(wanted)).bits());
        };
        if (bits > kHalf) {
          equal(bits - kHalf, value >> kHalf);
          equal(kHalf, value & ((Word{1} << kHalf) - 1));
        } else {
          equal(bits, value);
        }
        i += 4;
      }
    }
    table[0] = table.size() - 1;
    op(Op::bs_match);
    put(operands[0]);
    put(operands[1]);
    put(std::bit_cast<Word>(table.data()));
  }

  void move(std::span<const Operand> operands) {
    const Operand::Kind from = operands[0].kind;
    const Operand::Kind to = operands[1].kind;
    Op code = Op::move;
    if (from == Operand::Kind::kX && to == Operand::Kind::kX) code = Op::move_xx;
    if (from == Operand::Kind::kX && to == Operand::Kind::kY) code = Op::move_xy;
    if (from == Operand::Kind::kY && to == Operand::Kind::kX) code = Op::move_yx;
    if (from == Operand::Kind::kTerm && to == Operand::Kind::kX) code = Op::move_cx;
    emit_all(code, operands);
  }

  void make_fun(const Operand& lambda, const Operand* destination, const Word* free) {
    op(Op::make_fun);
    put(std::bit_cast<Word>(&(*module_.funs)[lambda.value]));
    put(destination == nullptr ? x_operand(0) : word_of(*destination));
    put(std::bit_cast<Word>(free));
  }

  // The old way: the elements follow one by one.
  void put_tuple(std::span<const Operand> operands, std::uint32_t at) {
    std::vector<Word>& table = new_table();
    table.push_back(operands[0].value);
    for (Word i = 1; i <= operands[0].value; ++i) {
      const Instruction& next = file_.instructions[at + i];
      table.push_back(word_of(file_.operands_of(next)[0]));
    }
    op(Op::put_tuple2);
    put(operands[1]);
    put(std::bit_cast<Word>(table.data()));
  }

  void line(Word index) {
    if (file_.lines.empty()) return;  // stripped of the chunk Line
    const Line& line = file_.lines[index];
    module_.lines.push_back({std::bit_cast<CodePointer>(Word{here()}), line.file, line.line});
  }

  void add(const Instruction& instruction, std::uint32_t at);

  Module& module_;
  const BeamFile& file_;
  CodeBase& code_;
  const void* const* handlers_;
  std::vector<std::size_t> offsets_;  // of labels
  std::vector<std::pair<std::size_t, Word>> fixups_;
  std::vector<std::pair<Word*, Word>> table_fixups_;
};

}  // namespace heddle::beam
