// A .beam file from instructions, for tests of what the installed compiler does not write:
//
//   BeamAssembler m("m");
//   m.begin("f", 1);                                   // f/1, label 1 fails, label 2 is its entry
//   m.op(Opcode::kGetTupleElement, {x(0), u(1), x(0)});
//   m.op(Opcode::kReturn, {});
//   m.file();                                          // the bytes
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "beam/loader/opcode.hpp"
#include "tests/support/beam_bytes.hpp"

namespace heddle::tests {

class BeamAssembler {
 public:
  /// An operand, encoded.
  using Code = std::string;

  explicit BeamAssembler(std::string_view module) { atom(module); }

  static Code compact(int tag, std::uint64_t value) {
    if (value < 16) return {static_cast<char>(value << 4 | static_cast<unsigned>(tag))};
    std::string bytes;
    for (std::uint64_t rest = value; rest != 0; rest >>= 8) bytes.insert(0, 1, char(rest & 255));
    const bool is_integer = tag == 1;
    if ((is_integer && (bytes[0] & 0x80) != 0) || bytes.size() == 1) bytes.insert(0, 1, '\0');
    return static_cast<char>((bytes.size() - 2) << 5 | 0x18 | static_cast<unsigned>(tag)) + bytes;
  }
  static Code u(std::uint64_t value) { return compact(0, value); }
  static Code i(std::uint64_t value) { return compact(1, value); }
  static Code x(std::uint64_t number) { return compact(3, number); }
  static Code y(std::uint64_t number) { return compact(4, number); }
  static Code f(std::uint64_t label) { return compact(5, label); }
  static Code nil() { return compact(2, 0); }
  Code a(std::string_view name) { return compact(2, atom(name)); }
  static Code list(std::initializer_list<Code> parts) {
    Code code = compact(7, 1) + u(parts.size());
    for (const Code& part : parts) code += part;
    return code;
  }
  /// A literal, from its external form without the version byte.
  Code literal(std::string_view external) {
    literals_.push_back("\x83" + std::string(external));
    return compact(7, 4) + u(literals_.size() - 1);
  }
  /// {extfunc,M,F,A}
  Code import(std::string_view module, std::string_view function, std::size_t arity) {
    imports_ += big32(atom(module)) + big32(atom(function)) + big32(arity);
    return u(imported_++);
  }
  /// A fun of a function that begin() made, without free variables.
  Code lambda(std::string_view function, std::size_t arity, std::size_t entry) {
    lambdas_ +=
        big32(atom(function)) + big32(arity) + big32(entry) + big32(lambda_) + big32(0) + big32(0);
    return u(lambda_++);
  }

  void op(beam::Opcode opcode, std::initializer_list<Code> operands) {
    code_ += static_cast<char>(opcode);
    for (const Code& operand : operands) code_ += operand;
  }
  /// A new label, here.
  std::size_t label() {
    op(beam::Opcode::kLabel, {u(++labels_)});
    return labels_;
  }
  /// A label that label_here defines later.
  std::size_t later() { return ++labels_; }
  void label_here(std::size_t label) { op(beam::Opcode::kLabel, {u(label)}); }
  /// An exported function; gives its entry.
  std::size_t begin(std::string_view name, std::size_t arity) {
    label();
    op(beam::Opcode::kFuncInfo, {compact(2, 1), a(name), u(arity)});
    const std::size_t entry = label();
    exports_ += big32(atom(name)) + big32(arity) + big32(entry);
    ++functions_;
    return entry;
  }

  std::string file() {
    op(beam::Opcode::kIntCodeEnd, {});
    std::string names = big32(atoms_.size());
    for (const std::string& name : atoms_) names += static_cast<char>(name.size()) + name;
    std::string terms = big32(literals_.size());
    for (const std::string& term : literals_) terms += big32(term.size()) + term;
    return put_together({
        {"AtU8", names},
        {"Code",
         big32(16) + big32(0) + big32(184) + big32(labels_ + 1) + big32(functions_) + code_},
        {"StrT", ""},
        {"ImpT", big32(imported_) + imports_},
        {"ExpT", big32(functions_) + exports_},
        {"FunT", big32(lambda_) + lambdas_},
        {"LitT", big32(0) + terms},  // not compressed, as since OTP 28
    });
  }

 private:
  std::size_t atom(std::string_view name) {
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      if (atoms_[i] == name) return i + 1;
    }
    atoms_.emplace_back(name);
    return atoms_.size();
  }

  std::vector<std::string> atoms_;
  std::vector<std::string> literals_;
  std::string code_;
  std::string imports_;
  std::string exports_;
  std::string lambdas_;
  std::size_t labels_ = 0;
  std::size_t functions_ = 0;
  std::size_t imported_ = 0;
  std::size_t lambda_ = 0;
};

}  // namespace heddle::tests
