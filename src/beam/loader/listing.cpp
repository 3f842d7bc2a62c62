#include "beam/loader/listing.hpp"

#include <fmt/format.h>

#include <ostream>
#include <unordered_map>

#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"

namespace heddle::beam {
namespace {

class Listing {
 public:
  Listing(std::ostream& out, const BeamFile& file) : out_(out), file_(file) {
    for (const Function& function : file.functions) entries_.emplace(function.entry, &function);
  }

  void module() {
    out_ << fmt::format("{{module, {}}}.\n\n{{exports, [", print_atom(file_.module));
    std::string_view comma;
    for (const NamedLabel& one : file_.exports) {
      out_ << fmt::format("{}{{{},{}}}", comma, print_atom(one.function), one.arity);
      comma = ",";
    }
    out_ << "]}.\n\n";
    if (!file_.attributes.is_none()) {
      out_ << fmt::format("{{attributes, {}}}.\n\n", print(file_.attributes));
    }
    out_ << fmt::format("{{labels, {}}}.\n", file_.labels.size());
  }

  void function(const Function& function) {
    out_ << fmt::format("\n{{function, {}, {}, {}}}.\n", print_atom(function.name), function.arity,
                        function.entry);
    for (std::uint32_t i = function.begin; i < function.end; ++i) {
      instruction(file_.instructions[i]);
    }
  }

 private:
  void instruction(const Instruction& instruction) {
    const OpcodeInfo& info = beam::info(instruction.opcode);
    const std::span<const Operand> operands = file_.operands_of(instruction);
    if (operands.empty()) {
      out_ << fmt::format("    {}.\n", info.name);
      return;
    }
    std::string text =
        fmt::format("{}{{{}", instruction.opcode == Opcode::kLabel ? "  " : "    ", info.name);
    std::string comment;
    std::size_t letter = 0;
    for (const Operand& operand : operands) {
      const char kind = info.operands[letter];
      text += ',' + describe(instruction, operands, operand, kind);
      if (kind == 'c') comment = "  % " + callee(operand);
      letter = kind == '[' ? info.operands.find(']', letter) + 1 : letter + 1;
    }
    out_ << text << "}." << comment << '\n';
  }

  std::string describe(const Instruction& instruction, std::span<const Operand> operands,
                       const Operand& operand, char kind) {
    switch (kind) {
      case 'i': {
        const Import& import = file_.imports[operand.value];
        return fmt::format("{{extfunc,{},{},{}}}", print_atom(import.module),
                           print_atom(import.function), import.arity);
      }
      case 'l': {
        const Lambda& lambda = file_.lambdas[operand.value];
        return fmt::format("{{f,{}}},{},{}", lambda.label, lambda.index, lambda.uniq);
      }
      case 'n':
        return location(operand.value);
      default:
        break;
    }
    if (instruction.opcode == Opcode::kBsMatchString && &operand == &operands[3]) {
      return string(operand.value, (operands[2].value + 7) / 8);
    }
    if (instruction.opcode == Opcode::kBsPutString && &operand == &operands[1]) {
      return string(operand.value, operands[0].value);
    }
    if (instruction.opcode == Opcode::kBsCreateBin && operand.kind == Operand::Kind::kList) {
      return segments(operand);
    }
    return plain(operand);
  }

  std::string plain(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::kNumber:
        return std::to_string(operand.value);
      case Operand::Kind::kTerm:
        return constant(operand.term());
      case Operand::Kind::kX:
        return fmt::format("{{x,{}}}", operand.value);
      case Operand::Kind::kY:
        return fmt::format("{{y,{}}}", operand.value);
      case Operand::Kind::kFloat:
        return fmt::format("{{fr,{}}}", operand.value);
      case Operand::Kind::kLabel:
        return fmt::format("{{f,{}}}", operand.value);
      case Operand::Kind::kList:
        break;
    }
    std::string text = "{list,[";
    std::string_view comma;
    for (const Operand& element : file_.list(operand)) {
      text += comma;
      text += plain(element);
      comma = ",";
    }
    return text + "]}";
  }

  static std::string constant(Term term) {
    if (term.is_nil()) return "nil";
    if (term.is_atom()) return fmt::format("{{atom,{}}}", print_atom(term));
    return fmt::format("{{{},{}}}", term.is_integer() ? "integer" : "literal", print(term));
  }

  std::string string(std::size_t offset, std::size_t size) {
    Heap heap;
    return fmt::format("{{string,{}}}", print(heap.binary(file_.strings.substr(offset, size))));
  }

  /// Strings are shown, not where they are.
  std::string segments(const Operand& operand) {
    std::string text = "{list,[";
    const std::span<const Operand> list = file_.list(operand);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += ',';
      const std::span<const Operand> segment = list.subspan(i - i % 6, 6);
      if (i % 6 == 4 && name_of(segment[0].term()) == "string") {
        text += string(segment[4].value, static_cast<std::size_t>(segment[5].term().small_value()));
      } else {
        text += plain(list[i]);
      }
    }
    return text + "]}";
  }

  std::string location(std::size_t index) const {
    if (index == 0 || index >= file_.lines.size()) return "[]";
    const Line& line = file_.lines[index];
    return fmt::format("[{{location,\"{}\",{}}}]", file_.files[line.file], line.line);
  }

  std::string callee(const Operand& label) const {
    const Function& function = *entries_.at(label.value);
    return fmt::format("{}/{}", print_atom(function.name), function.arity);
  }

  std::ostream& out_;
  const BeamFile& file_;
  std::unordered_map<std::uint64_t, const Function*> entries_;  // by label
};

}  // namespace

bool print_listing(std::ostream& out, const BeamFile& file, const ListingFilter& filter) {
  Listing listing(out, file);
  if (!filter.name) listing.module();
  bool shown = false;
  for (const Function& function : file.functions) {
    if (filter.name && name_of(function.name) != *filter.name) continue;
    if (filter.arity && function.arity != *filter.arity) continue;
    listing.function(function);
    shown = true;
  }
  return shown;
}

}  // namespace heddle::beam
