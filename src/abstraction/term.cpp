#include "abstraction/term.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace heddle::abstraction {
namespace {

std::string atom_text(const std::string& name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '@'; };
  if (!name.empty() && std::islower(static_cast<unsigned char>(name[0])) != 0 &&
      std::all_of(name.begin(), name.end(), plain)) {
    return name;
  }
  std::string out = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

}  // namespace

Terms::Terms() { intern({}); }

TermId Terms::intern(Term term) {
  const auto [at, fresh] = ids_.emplace(std::move(term), static_cast<TermId>(terms_.size()));
  if (fresh) terms_.push_back(&at->first);
  return at->second;
}

// What lies beyond is no constant: two such numbers need not be the same.
TermId Terms::integers(std::int64_t low, std::int64_t high) {
  if (low == kPlusInfinity) --low;
  if (high == kMinusInfinity) ++high;
  return intern(
      {.kind = low == high ? TermKind::kInteger : TermKind::kRange, .low = low, .high = high});
}

TermId Terms::cut(TermId id, std::size_t depth) {
  if (depth == 0) return kAny;
  const Term& term = (*this)[id];
  if (term.parts.empty()) return id;
  Term out = term;
  for (TermId& part : out.parts) part = cut(part, depth - 1);
  return intern(std::move(out));
}

std::string Terms::show(TermId id, const std::vector<std::string>& classes) const {
  const Term& term = (*this)[id];
  const auto parts = [&](std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < term.parts.size(); ++i) {
      out += (i > from ? "," : "") + show(term.parts[i], classes);
    }
    return out;
  };
  const auto bound = [](std::int64_t value) {
    return value == kMinusInfinity || value == kPlusInfinity ? std::string()
                                                             : std::to_string(value);
  };
  switch (term.kind) {
    case TermKind::kAny:
      return "_";
    case TermKind::kAtom:
      return atom_text(term.name);
    case TermKind::kInteger:
      return std::to_string(term.low);
    case TermKind::kRange:
      return fmt::format("{}..{}", bound(term.low), bound(term.high));
    case TermKind::kFloat:
      return term.name;
    case TermKind::kBinary:
      return "<<_>>";
    case TermKind::kMap:
      if (term.parts.empty()) return "#{}";
      return fmt::format("#{{{}=>{}|{}}}", show(term.parts[0], classes),
                         show(term.parts[1], classes), show(term.parts[2], classes));
    case TermKind::kNil:
      return "[]";
    case TermKind::kCons:
      return fmt::format("[{}|{}]", show(term.parts[0], classes), show(term.parts[1], classes));
    case TermKind::kTuple:
      return "{" + parts(0) + "}";
    case TermKind::kSuccessor: {
      std::size_t count = 1;
      TermId inner = term.parts[0];
      for (; (*this)[inner].kind == TermKind::kSuccessor; inner = (*this)[inner].parts[0]) ++count;
      const Term& end = (*this)[inner];
      if (end.kind == TermKind::kInteger) {
        return std::to_string(end.low + static_cast<std::int64_t>(count));
      }
      return fmt::format("{}+{}", show(inner, classes), count);
    }
    case TermKind::kPid:
      return fmt::format(
          "<{}>", term.index < classes.size() ? classes[term.index] : std::to_string(term.index));
    case TermKind::kReference:
      return fmt::format("#ref{}", term.index);
    case TermKind::kFun:
      return fmt::format("fun#{}({})", term.index, parts(0));
  }
  return "_";
}

}  // namespace heddle::abstraction
