#include "beam/loader/operand_letters.hpp"

namespace heddle::beam {

std::string_view word_for(char letter) {
  switch (letter) {
    case 's':
      return "a value";
    case 'r':
    case 'd':
      return "an x or y register";
    case 'x':
      return "an x register";
    case 'y':
      return "a y register";
    case 'f':
      return "a label or none";
    case 'j':
    case 'c':
      return "a label";
    case 'u':
      return "a number";
    case 'k':
      return "a number of at most 1024";
    case 'w':
      return "heap words";
    case 'i':
      return "an import";
    case 'l':
      return "an entry of FunT";
    case 'n':
      return "an entry of Line";
    case 'a':
      return "an atom";
    case 'e':
      return "a float register";
    case 'b':
      return "a number or a value";
    case 't':
      return "a label or an atom";
    case 'q':
      return "a float register or a value";
    case 'Q':
      return "a register";
    default:
      return "a list";
  }
}

bool fits(const Operand& operand, char letter, const BeamFile& file) {
  using Kind = Operand::Kind;
  const Kind kind = operand.kind;
  const bool is_value = operand.is_register() || kind == Kind::kTerm;
  const bool is_number = kind == Kind::kNumber;
  switch (letter) {
    case 's':
      return is_value;
    case 'r':
    case 'd':
      return operand.is_register();
    case 'x':
      return kind == Kind::kX;
    case 'y':
      return kind == Kind::kY;
    case 'f':
      return kind == Kind::kLabel;
    case 'j':
    case 'c':
      return kind == Kind::kLabel && operand.value != 0;
    case 'u':
    case 'w':
      return is_number && operand.value <= kMostNumber;
    case 'k':
      return is_number && operand.value <= kMostRegisters;
    case 'i':
      return is_number && operand.value < file.imports.size();
    case 'l':
      return is_number && operand.value < file.lambdas.size();
    case 'n':
      return is_number && (file.lines.empty() || operand.value < file.lines.size());
    case 'a':
      return kind == Kind::kTerm && operand.term().is_atom();
    case 'e':
      return kind == Kind::kFloat;
    case 'b':
      return is_value || fits(operand, 'u', file);
    case 't':
      return kind == Kind::kLabel || fits(operand, 'a', file);
    case 'q':
      return kind == Kind::kFloat || is_value;
    case 'Q':
      return kind == Kind::kFloat || operand.is_register();
    default:
      return true;
  }
}

}  // namespace heddle::beam
