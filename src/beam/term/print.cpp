#include "beam/term/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/bit_bytes.hpp"
#include "beam/term/function.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/term/utf8.hpp"

namespace heddle::beam {
namespace {

constexpr std::string_view kReserved[] = {
    "after", "and",  "andalso", "band",   "begin",   "bnot", "bor", "bsl",  "bsr",
    "bxor",  "case", "catch",   "cond",   "div",     "end",  "fun", "if",   "let",
    "not",   "of",   "or",      "orelse", "receive", "rem",  "try", "when", "xor"};

/// The next character of UTF-8 text, and moves past it. None if it is not valid.
std::optional<char32_t> next_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return std::nullopt;
  char32_t character = length == 1 ? first : first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    character = (character << 6) | (byte(i) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (character < kLeast[length] || character > 0x10ffff) return std::nullopt;
  if (character >= 0xd800 && character < 0xe000) return std::nullopt;
  text.remove_prefix(length);
  return character;
}

void append_quoted(std::string& out, char32_t c, char32_t quote) {
  constexpr std::string_view kEscaped = "\n\r\t\v\b\f\x1b\x7f";
  constexpr std::string_view kNames = "nrtvbfed";
  if (c == quote || c == '\\') {
    out += '\\';
    out += static_cast<char>(c);
  } else if ((c >= ' ' && c <= '~') || c >= 0xa0) {
    append_utf8(out, c);
  } else if (const auto i = kEscaped.find(static_cast<char>(c)); c < 0x80 && i != kEscaped.npos) {
    out += '\\';
    out += kNames[i];
  } else {
    out += fmt::format("\\{:03o}", static_cast<unsigned>(c));
  }
}

bool starts_plain_atom(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 0xdf && c <= 0xff && c != 0xf7);
}
bool continues_plain_atom(char32_t c) {
  return starts_plain_atom(c) || (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) ||
         (c >= '0' && c <= '9') || c == '_' || c == '@';
}

bool is_printable(char32_t c) {
  constexpr std::string_view kControl = "\n\r\t\v\b\f\x1b";
  return (c >= ' ' && c <= '~') || (c >= 0xa0 && c <= 0xff) ||
         (c < ' ' && kControl.find(static_cast<char>(c)) != kControl.npos);
}

bool is_string(Term list) {
  for (; list.is_cons(); list = list.tail()) {
    const Term c = list.head();
    if (!c.is_small() || c.small_value() < 0 || c.small_value() > 0xff) return false;
    if (!is_printable(static_cast<char32_t>(c.small_value()))) return false;
  }
  return list.is_nil();
}

/// The characters of a binary to be shown as a string: its text in UTF-8 if it is that, or else in
/// latin-1.
struct BinaryText {
  std::u32string characters;
  bool utf8 = false;  // with characters of more than one byte
};
std::optional<BinaryText> text_of(const std::string& bytes) {
  BinaryText text;
  bool printable = true;
  for (std::string_view left = bytes; !left.empty();) {
    const std::optional<char32_t> c = next_character(left);
    if (!c) {
      text.characters.clear();
      for (const char byte : bytes) text.characters += static_cast<unsigned char>(byte);
      if (!std::all_of(text.characters.begin(), text.characters.end(), is_printable)) return {};
      return text;
    }
    printable = printable && is_printable(*c);
    text.characters += *c;
  }
  if (!printable) return std::nullopt;
  text.utf8 = text.characters.size() != bytes.size();
  return text;
}

class Printer {
 public:
  explicit Printer(std::size_t limit) : limit_(limit) {}

  std::string run(Term term) {
    push(term);
    while (!items_.empty() && out_.size() <= limit_) {
      const Item item = items_.back();
      items_.pop_back();
      switch (item.what) {
        case Item::kTerm:
          step(item.term);
          break;
        case Item::kText:
          out_ += item.text;
          break;
        case Item::kTail:
          tail(item.term);
          break;
        case Item::kElements:
          elements(item.term, item.next);
          break;
      }
    }
    if (out_.size() > limit_) {
      std::size_t end = limit_;
      while (end > 0 && (static_cast<unsigned char>(out_[end]) & 0xc0) == 0x80) --end;
      out_.resize(end);
      out_ += "...";
    }
    return std::move(out_);
  }

 private:
  struct Item {
    enum { kTerm, kText, kTail, kElements } what;
    Term term;
    std::string_view text;
    Word next = 0;
  };

  void push(Term term) { items_.push_back({Item::kTerm, term, {}}); }
  void push(std::string_view text) { items_.push_back({Item::kText, Term::none(), text}); }

  void step(Term term) {
    if (term.is_small() || term.is_big()) {
      out_ += integer_to_text(term);
    } else if (term.is_atom()) {
      out_ += print_atom(term);
    } else if (term.is_nil()) {
      out_ += "[]";
    } else if (term.is_cons()) {
      list(term);
    } else if (term.is_pid()) {
      // OTP: 15 bits of number, then the serial.
      out_ += fmt::format("<0.{}.{}>", term.pid_number() & 0x7fff, term.pid_number() >> 15);
    } else if (term.is_boxed()) {
      boxed(term);
    } else {
      out_ += "<none>";
    }
  }

  void list(Term term) {
    if (!is_string(term)) {
      out_ += '[';
      items_.push_back({Item::kTail, term.tail(), {}});
      push(term.head());
      return;
    }
    out_ += '"';
    for (; term.is_cons() && out_.size() <= limit_; term = term.tail()) {
      append_quoted(out_, static_cast<char32_t>(term.head().small_value()), '"');
    }
    out_ += '"';
  }

  void tail(Term term) {
    if (term.is_cons()) {
      out_ += ',';
      items_.push_back({Item::kTail, term.tail(), {}});
      push(term.head());
    } else {
      push("]");
      if (term.is_nil()) return;
      out_ += '|';
      push(term);
    }
  }

  void elements(Term tuple, Word next) {
    if (next == tuple.size()) {
      out_ += '}';
      return;
    }
    if (next > 0) out_ += ',';
    items_.push_back({Item::kElements, tuple, {}, next + 1});
    push(tuple.element(next));
  }

  void boxed(Term term) {
    switch (term.kind()) {
      case Kind::kTuple:
        out_ += '{';
        elements(term, 0);
        return;
      case Kind::kFloat:
        out_ += float_to_text(term.float_value());
        return;
      case Kind::kReference:
        out_ +=
            fmt::format("#Ref<0.{}.{}>", Term::from_bits(term.word(0)).pid_number(), term.word(1));
        return;
      case Kind::kFun: {
        const FunEntry& entry = fun_entry(term);
        out_ += fmt::format("#Fun<{}.{}.{}>", name_of(entry.module), entry.index, entry.uniq);
        return;
      }
      case Kind::kExport: {
        const Export& entry = export_entry(term);
        out_ += fmt::format("fun {}:{}/{}", print_atom(entry.module), print_atom(entry.function),
                            entry.arity);
        return;
      }
      case Kind::kFlatMap:
      case Kind::kHashMap:
        map(term);
        return;
      case Kind::kBits:
      case Kind::kSubBits:
        bits(view(term));
        return;
      case Kind::kPort:
        out_ += fmt::format("#Port<0.{}>", term.word(0));
        return;
      case Kind::kMatch:
        out_ += "#MatchState";
        return;
      case Kind::kPositive:
      case Kind::kNegative:
      case Kind::kHashNode:
        out_ += "<none>";
        return;
    }
  }

  void map(Term term) {
    // No more pairs than the limit can take: each has at least four characters.
    std::vector<Term> words;
    for (MapIterator it(term); words.size() / 2 <= limit_ / 4 && it.next();) {
      words.push_back(it.key());
      words.push_back(it.value());
    }
    out_ += "#{";
    push("}");
    for (std::size_t i = words.size(); i > 0; i -= 2) {
      push(words[i - 1]);
      push(" => ");
      push(words[i - 2]);
      if (i > 2) push(",");
    }
  }

  void bits(const BitView& bits) {
    const std::size_t size = bits.size / 8;
    const unsigned rest = bits.size % 8;
    out_ += "<<";
    if (rest == 0 && size > 0) {
      std::string bytes;
      for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(byte_at(bits, i));
      if (const std::optional<BinaryText> text = text_of(bytes)) {
        out_ += '"';
        for (const char32_t c : text->characters) append_quoted(out_, c, '"');
        out_ += text->utf8 ? "\"/utf8>>" : "\">>";
        return;
      }
    }
    for (std::size_t i = 0; i < size && out_.size() <= limit_; ++i) {
      if (i > 0) out_ += ',';
      out_ += fmt::format("{}", byte_at(bits, i));
    }
    if (rest != 0) {
      if (size > 0) out_ += ',';
      out_ += fmt::format("{}:{}", byte_at(bits, size) >> (8 - rest), rest);
    }
    out_ += ">>";
  }

  std::size_t limit_;
  std::string out_;
  std::vector<Item> items_;
};

}  // namespace

std::string print_atom(Term atom) {
  const std::string_view name = name_of(atom);
  std::u32string characters;
  for (std::string_view left = name; !left.empty();) {
    const std::optional<char32_t> c = next_character(left);
    if (!c) break;
    characters += *c;
  }
  const bool plain =
      !characters.empty() && starts_plain_atom(characters[0]) &&
      std::all_of(characters.begin(), characters.end(), continues_plain_atom) &&
      std::find(std::begin(kReserved), std::end(kReserved), name) == std::end(kReserved);
  if (plain) return std::string(name);
  std::string out = "'";
  for (const char32_t c : characters) append_quoted(out, c, '\'');
  return out + "'";
}

std::string print(Term term, std::size_t limit) { return Printer(limit).run(term); }

}  // namespace heddle::beam
