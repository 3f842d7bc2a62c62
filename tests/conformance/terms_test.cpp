// Thousands of values and operations, ours against the installed Erlang/OTP (25) itself: the texts,
// hashes and order of terms, arithmetic, and the contents and order of maps. terms_oracle.escript
// computes the same lines as the functions here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/function.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/heap.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/term/print.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;

/// Makes random values; the same ones every time.
class Generator {
 public:
  explicit Generator(Heap& heap) : heap_(heap) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  Term integer() {
    switch (below(6)) {
      case 0:
        return Term::small(static_cast<std::int64_t>(below(600)) - 300);
      case 1: {  // around a power of two
        Term power = shift_left(heap_, Term::small(1), Term::small(below(140)));
        power = add(heap_, power, Term::small(static_cast<std::int64_t>(below(5)) - 2));
        return below(2) == 0 ? power : negate(heap_, power);
      }
      case 2:
        return heap_.integer(static_cast<std::int64_t>(random_()));
      case 3: {
        std::string bytes(below(90), '\0');
        for (char& byte : bytes) byte = static_cast<char>(random_());
        return integer_from_bytes(heap_, bytes, true);
      }
      case 4:
        return truncate(heap_, floating());
      default:
        return heap_.integer(static_cast<std::int64_t>(random_() >> below(64)));
    }
  }

  Term floating() {
    double value = 0;
    switch (below(7)) {
      case 0:
        value = static_cast<double>(below(2000)) / 10 - 100;
        break;
      case 1:
        value = std::pow(10.0, static_cast<double>(below(620)) - 310) *
                static_cast<double>(1 + below(20));
        break;
      case 2:
        value = static_cast<double>(random_() >> below(64));
        break;
      case 3:
        value = std::ldexp(1.0, static_cast<int>(below(130)));
        value = below(2) == 0 ? std::nextafter(value, 0.0) : value;
        break;
      case 4:
        value = static_cast<double>(below(100000)) / 1000;
        break;
      case 5:
        value = below(2) == 0 ? 0.0 : -0.0;
        break;
      default:
        do {
          value = std::bit_cast<double>(random_());
        } while (!std::isfinite(value));
    }
    if (!std::isfinite(value)) value = 1.5;
    return heap_.floating(below(3) == 0 ? -value : value);
  }

  Term number() { return below(3) == 0 ? floating() : integer(); }

  Term atom() {
    static const char* const kNames[] = {"a",
                                         "b",
                                         "",
                                         "A",
                                         "if",
                                         "ok",
                                         "hello world",
                                         "a@b_1",
                                         "maybe",
                                         "end",
                                         "ä",
                                         "Ä",
                                         "éa",
                                         "жук",
                                         "it's",
                                         "a\n",
                                         "\x01\x7f",
                                         "÷",
                                         "_x",
                                         "x1",
                                         "1x",
                                         "longer_atom_name_than_eight_bytes",
                                         "Elixir.Enum",
                                         "€uro",
                                         "cond",
                                         "\\",
                                         "a\"b'",
                                         "\u0080\u009f\u00a0",
                                         "nil",
                                         "true",
                                         "false",
                                         "undefined"};
    return intern(kNames[below(std::size(kNames))]);
  }

  Term bits() {
    std::string bytes(below(3) == 0 ? below(40) : below(6), '\0');
    const std::uint64_t kind = below(3);
    for (char& byte : bytes) {
      byte = static_cast<char>(kind == 0   ? random_()
                               : kind == 1 ? ' ' + below(95)
                                           : 'a' + below(2));
    }
    if (below(8) == 0) bytes += "äöü";
    // The same bits in a larger bitstring, from any bit on.
    const std::size_t offset = below(20);
    const std::size_t size = bytes.size() * 8 - (below(2) == 0 && !bytes.empty() ? below(8) : 0);
    std::string all((offset + size + 7) / 8 + 1, static_cast<char>(random_()));
    for (std::size_t i = 0; i < size; ++i) {
      const bool bit = (bytes[i / 8] >> (7 - i % 8) & 1) != 0;
      char& byte = all[(offset + i) / 8];
      const int mask = 0x80 >> (offset + i) % 8;
      byte = static_cast<char>(bit ? byte | mask : byte & ~mask);
    }
    Word* sub = heap_.object(Kind::kSubBits, 3);
    sub[1] = heap_.binary(all).bits();
    sub[2] = offset;
    sub[3] = size;
    return below(2) == 0 && size % 8 == 0 ? heap_.binary(bytes) : Term::boxed(sub);
  }

  /// `atoms`: whether there may be any (OTP's order of atoms in large maps differs from run to
  /// run).
  Term term(int depth, bool atoms = true) {
    const std::uint64_t kind = below(depth > 0 ? 13 : 7);
    switch (kind) {
      case 0:
      case 1:
        return integer();
      case 2:
        return floating();
      case 3:
        return atoms ? atom() : integer();
      case 4:
        return bits();
      case 5:
        return below(4) == 0 ? Term::nil() : small();
      case 6: {
        std::string text(below(14), '\0');
        for (char& c : text) c = static_cast<char>(below(9) == 0 ? random_() : ' ' + below(95));
        return heap_.string(text);
      }
      case 7:
      case 8: {
        std::vector<Term> elements;
        for (std::uint64_t n = below(5); n > 0; --n) elements.push_back(term(depth - 1, atoms));
        return heap_.tuple(elements);
      }
      case 9:
      case 10: {
        std::vector<Term> elements;
        for (std::uint64_t n = 1 + below(5); n > 0; --n) {
          elements.push_back(below(2) == 0 ? small() : term(depth - 1, atoms));
        }
        return heap_.list(elements, below(4) == 0 ? term(depth - 1, atoms) : Term::nil());
      }
      case 11: {
        std::vector<Term> pairs;
        const std::uint64_t size = below(2) == 0 ? below(4) : below(80);
        const bool flat = size <= kLargestFlatMap;
        for (std::uint64_t n = size; n > 0; --n) {
          const bool simple = n > 5;
          pairs.push_back(simple ? small() : term(depth - 1, atoms && flat));
          pairs.push_back(simple ? small() : term(depth - 1, atoms));
        }
        return map_from_pairs(heap_, pairs);
      }
      default: {
        if (!atoms) return small();
        Word* fun = heap_.object(Kind::kExport, 1);
        static Export exports[4] = {{intern("lists"), intern("map"), 2},
                                    {intern("lists"), intern("map"), 3},
                                    {intern("lists"), intern("Map"), 2},
                                    {intern("Lists"), intern("map"), 2}};
        fun[1] = std::bit_cast<Word>(&exports[below(4)]);
        return Term::boxed(fun);
      }
    }
  }

  Term small() { return Term::small(static_cast<std::int64_t>(below(300))); }

 private:
  Heap& heap_;
  std::mt19937_64 random_{25};
};

class Terms : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v escript >/dev/null 2>&1") != 0) {
      GTEST_SKIP() << "no Erlang/OTP here (escript): nothing to compare with";
    }
    folder_ = fs::temp_directory_path() / fmt::format("heddle-terms-{}", std::random_device{}());
    fs::create_directories(folder_);
    generate();
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  void generate() {
    Generator make(heap_);
    for (int i = 0; i < 3000; ++i) terms_.push_back(make.term(4));
    // Close ones, too: random terms differ in their first element as a rule.
    for (int i = 0; i < 500; ++i) {
      const Term a = terms_[make.below(terms_.size())];
      terms_.push_back(heap_.tuple({a, make.small()}));
      terms_.push_back(heap_.tuple({a, make.small()}));
      terms_.push_back(heap_.list(std::vector<Term>{a, a, make.number()}));
    }
    for (int i = 0; i < 200; ++i) {  // an integer beside the floats around it
      const Term integer = make.integer();
      const auto value = double_of(integer);
      if (!value || std::fabs(*value) > 1e300) continue;
      terms_.push_back(heap_.floating(*value));
      terms_.push_back(integer);
      terms_.push_back(heap_.floating(std::nextafter(*value, INFINITY)));
      terms_.push_back(add(heap_, integer, Term::small(1)));
    }
    for (int i = 0; i < 60; ++i) {  // large maps that differ in a value or a key
      std::vector<Term> pairs;
      for (int n = 0; n < 50; ++n) {
        pairs.push_back(n % 7 == 0 ? make.term(2, false) : make.integer());
        pairs.push_back(make.small());
      }
      terms_.push_back(map_from_pairs(heap_, pairs));
      pairs[2 * make.below(50) + 1] = make.small();
      pairs[2 * make.below(50) + make.below(2)] = make.small();
      terms_.push_back(map_from_pairs(heap_, pairs));
    }
    for (int i = 0; i < 700; ++i) numbers_.push_back(make.number());
    for (int i = 0; i < 80; ++i) {
      std::vector<Term> pairs;
      const std::uint64_t size = i % 4 == 0 ? 25 + make.below(16) : make.below(400);
      for (std::uint64_t n = 0; n < size; ++n) {
        pairs.push_back(i % 3 == 0   ? make.term(3, false)
                        : i % 3 == 1 ? Term::small(static_cast<std::int64_t>(make.below(1000)))
                                     : heap_.tuple({make.small(), make.integer()}));
        pairs.push_back(make.small());
      }
      maps_.push_back(pairs);
    }
    texts_ = {"",
              "1",
              "+1",
              "-1",
              "-",
              "+",
              "1_0",
              " 1",
              "1 ",
              "+-1",
              "-0",
              "0012",
              "1.0",
              "aF",
              "-Ff",
              "g",
              "zZ",
              "1e3",
              ".5",
              "5.",
              "1,5",
              "1.5e",
              "-0.0",
              "1.5E+3",
              "2.5e-3",
              "1.0e400",
              "1.0e-400",
              "4.9e-324",
              "2.0e-324",
              "2.5e-324",
              "1.7976931348623157e308",
              "1.7976931348623159e308",
              "+7.25",
              "123456789012",
              "-ffffffffffffffffffffffff",
              "576460752303423488",
              "-576460752303423488",
              "-576460752303423489",
              "zzzzzzzzzzz",
              "zzzzzzzzzzzz",
              "1.0e+",
              "0.1e0000000000000000000001",
              "9007199254740993.0",
              "1.0E5x",
              "1.e5",
              "1..5"};
    for (int i = 0; i < 300; ++i) {
      const Term number = make.number();
      texts_.push_back(number.is_float() ? float_to_text_scientific(number.float_value())
                                         : integer_to_text(number));
      std::string noise;
      for (std::uint64_t n = make.below(7); n > 0; --n)
        noise += "0123456789.eE+-af"[make.below(17)];
      texts_.push_back(noise);
    }
  }

  void write(const char* name, const std::vector<std::string>& lines) {
    std::ofstream out(folder_ / name);
    out << "%% coding: utf-8\n";
    for (const std::string& line : lines) out << line << ".\n";
  }

  /// Texts of the terms.
  static std::vector<std::string> printed(const std::vector<Term>& terms) {
    std::vector<std::string> lines;
    for (const Term term : terms) lines.push_back(print(term));
    return lines;
  }

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    lines_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  static int sign(std::strong_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }
  static std::string text(Term number) {
    return number.is_none()    ? "error"
           : number.is_float() ? float_to_text(number.float_value())
                               : integer_to_text(number);
  }
  /// ~w: no strings.
  static std::string plain(Term list) {
    std::string out = "[";
    for (; list.is_cons(); list = list.tail()) {
      out += plain_element(list.head()) + (list.tail().is_cons() ? "," : "");
    }
    return out + (list.is_nil() ? "]" : "|" + plain_element(list) + "]");
  }
  static std::string plain_element(Term term) {
    if (term.is_cons()) return plain(term);
    if (term.is_tuple()) {
      std::string out = "{";
      for (Word i = 0; i < term.size(); ++i) {
        out += (i > 0 ? "," : "") + plain_element(term.element(i));
      }
      return out + "}";
    }
    if (term.is_map()) {
      std::string out = "#{";
      for (MapIterator it(term); it.next();) {
        if (out.size() > 2) out += ",";
        out += plain_element(it.key()) + " => " + plain_element(it.value());
      }
      return out + "}";
    }
    if (term.is_bitstring()) {
      const BitView bits = view(term);
      std::string out = "<<";
      for (std::size_t i = 0; i < bits.size; i += 8) {
        unsigned byte = 0;
        const std::size_t width = std::min<std::size_t>(8, bits.size - i);
        for (std::size_t b = 0; b < width; ++b) {
          const std::size_t at = bits.offset + i + b;
          byte = byte << 1 | (bits.bytes[at / 8] >> (7 - at % 8) & 1);
        }
        out += fmt::format("{}{}", i > 0 ? "," : "", byte);
        if (width < 8) out += fmt::format(":{}", width);
      }
      return out + ">>";
    }
    return print(term);
  }

  void hash_line(Term term) {
    line("hash {} {} {} {}", phash2(term), portable_hash(term), std::uint64_t{phash(term)} + 1,
         print(term));
  }

  void orders() {
    const std::size_t n = terms_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (const std::size_t j : {(i + 1) % n, (i * 7919 + 13) % n, (i * 104729 + 71) % n}) {
        const int exact = sign(compare_exact(terms_[i], terms_[j]));
        EXPECT_EQ(equal_exact(terms_[i], terms_[j]), exact == 0);
        EXPECT_EQ(sign(compare_exact(terms_[j], terms_[i])), -exact);
        const int order = sign(compare(terms_[i], terms_[j]));
        EXPECT_EQ(equal(terms_[i], terms_[j]), order == 0);
        line("order {} {} {} {}", i, j, order, exact);
      }
    }
  }

  void arithmetic() {
    using Operation = Term (*)(Heap&, Term, Term);
    const std::pair<const char*, Operation> operations[] = {
        {"'+'", add},          {"'-'", subtract},         {"'*'", multiply},
        {"'/'", divide},       {"'div'", integer_divide}, {"'rem'", integer_remainder},
        {"'band'", bit_and},   {"'bor'", bit_or},         {"'bxor'", bit_xor},
        {"'bsl'", shift_left}, {"'bsr'", shift_right}};
    const std::size_t n = numbers_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (const std::size_t j : {(i + 1) % n, (i * 7919 + 13) % n}) {
        for (const auto& [name, operation] : operations) {
          Term b = numbers_[j];
          if (name[1] == 'b' && name[2] == 's' && b.is_integer()) {
            b = integer_remainder(heap_, b, Term::small(200));
          }
          line("binary {} {} {} {}", i, j, name, text(operation(heap_, numbers_[i], b)));
        }
      }
    }
  }

  void number_texts() {
    using Operation = Term (*)(Heap&, Term);
    const std::pair<const char*, Operation> operations[] = {
        {"'-'", negate},     {"abs", absolute}, {"'bnot'", bit_not}, {"float", to_float},
        {"trunc", truncate}, {"round", round},  {"floor", floor},    {"ceil", ceil}};
    for (const Term a : numbers_) {
      for (const auto& [name, operation] : operations) {
        line("unary {} {} {}", name, text(a), text(operation(heap_, a)));
      }
      if (a.is_integer()) {
        for (const int base : {2, 3, 8, 10, 16, 36}) {
          const std::string digits = integer_to_text(a, base);
          line("text {} {}", base, digits);
          EXPECT_TRUE(equal_exact(a, integer_from_text(heap_, digits, base)));
        }
        continue;
      }
      const double value = a.float_value();
      line("text {} {} {}", float_to_text(value), float_to_text_scientific(value),
           float_to_text_scientific(value, 3));
      for (const int decimals : {0, 1, 2, 5, 10, 17, 18, 19, 25, 100}) {
        line("decimals {} {} {}", decimals, float_to_text_decimals(value, decimals, false),
             float_to_text_decimals(value, decimals, true));
      }
    }
  }

  void maps() {
    std::vector<Term> maps;
    for (const std::vector<Term>& pairs : maps_) maps.push_back(map_from_pairs(heap_, pairs));
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const Term a = maps[i];
      const Term b = maps[(i + 1) % maps.size()];
      Term put = empty_map(heap_);
      for (std::size_t p = 0; p < maps_[i].size(); p += 2) {
        put = map_put(heap_, put, maps_[i][p], maps_[i][p + 1]);
      }
      EXPECT_TRUE(equal_exact(put, a)) << i;
      line("map {} {} {}", map_size(a), phash2(a), plain(map_to_list(heap_, a)));
      std::vector<Term> keys;
      for (MapIterator it(a); it.next();) keys.push_back(it.key());
      line("next {}", plain(heap_.list(keys)));
      line("merge {} {}", sign(compare(a, b)), plain(map_to_list(heap_, map_merge(heap_, a, b))));
      // lists:sort is stable, and keys that are == follow each other in either order of maps:keys.
      std::vector<Term> sorted;
      for (MapIterator it(a, MapOrder::kList); it.next();) sorted.push_back(it.key());
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](Term x, Term y) { return compare(x, y) < 0; });
      Term rest = a;
      for (std::size_t k = 0; k < sorted.size() / 2; ++k) rest = map_remove(heap_, rest, sorted[k]);
      line("without {}", plain(map_to_list(heap_, rest)));
      std::vector<Term> left;
      for (MapIterator it(rest); it.next();) {
        left.push_back(it.key());
        left.push_back(it.value());
      }
      EXPECT_TRUE(equal_exact(rest, map_from_pairs(heap_, left))) << i;  // one shape
    }
  }

  void others() {
    std::vector<Term> pids;
    std::vector<Term> ports;
    for (Word i = 1; i <= 60; ++i) {
      Word* port = heap_.object(Kind::kPort, 1);
      port[1] = i;
      pids.insert(pids.end(), {Term::pid(i), Term::small(1)});
      ports.insert(ports.end(), {Term::boxed(port), Term::small(1)});
    }
    for (std::size_t i = 0; i < pids.size(); i += 2) hash_line(heap_.tuple({pids[i], ports[i]}));
    for (const std::vector<Term>& pairs : {pids, ports}) {
      line("keys {}", plain(map_keys(heap_, map_from_pairs(heap_, pairs))));
    }
  }

  Heap heap_;
  fs::path folder_;
  std::vector<Term> terms_;
  std::vector<Term> numbers_;
  std::vector<std::vector<Term>> maps_;
  std::vector<std::string> texts_;
  std::vector<std::string> lines_;
};

TEST_F(Terms, AreThoseOfOtp) {
  write("terms.txt", printed(terms_));
  write("numbers.txt", printed(numbers_));
  std::vector<std::string> lines;
  for (const std::vector<Term>& pairs : maps_) {
    std::vector<Term> tuples;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
      tuples.push_back(heap_.tuple({pairs[i], pairs[i + 1]}));
    }
    lines.push_back(print(heap_.list(tuples)));
  }
  write("maps.txt", lines);
  lines.clear();
  for (const std::string& text : texts_) lines.push_back('"' + text + '"');
  write("texts.txt", lines);
  const std::string command =
      fmt::format("timeout 60 escript {} {}",
                  tests::source_path("tests/conformance/terms_oracle.escript"), folder_.string());
  ASSERT_EQ(std::system(command.c_str()), 0) << command;

  for (const Term term : terms_) hash_line(term);
  orders();
  arithmetic();
  number_texts();
  maps();
  for (const std::string& text_line : texts_) {
    line("parse {} {} {} {}", text(integer_from_text(heap_, text_line)),
         text(integer_from_text(heap_, text_line, 16)),
         text(integer_from_text(heap_, text_line, 36)), text(float_from_text(heap_, text_line)));
  }
  others();

  std::ifstream expected(folder_ / "expected.txt");
  std::string theirs;
  std::size_t number = 0;
  std::size_t different = 0;
  for (; std::getline(expected, theirs); ++number) {
    ASSERT_LT(number, lines_.size());
    if (theirs != lines_[number] && ++different <= 20) {
      ADD_FAILURE() << "line " << number << "\n OTP: " << theirs << "\nours: " << lines_[number];
    }
  }
  EXPECT_EQ(number, lines_.size());
  EXPECT_EQ(different, 0U);
  EXPECT_GT(number, 40000U);
}

}  // namespace
}  // namespace heddle::beam
