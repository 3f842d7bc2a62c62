// Numbers as text. Integers of any length go through GMP, whose conversions are sub-quadratic.
//
// Shortest floats: std::to_chars finds the digits (as OTP's Ryu does), then OTP 25's rule chooses
// the notation. With d digits and the value = digits * 10^e, it is the shorter one, in doubt the
// one without an exponent; but integers beyond 2^53 have an exponent, as not all of their digits
// are known.
//
//   0.001234 / 1.234e-3     without an exponent if -(d + 2) <= e (one digit: -4)
//   12340.0 / 1.234e4       without an exponent if e <= 1 (one digit, or 11 and more places: 2)
#include <locale.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "beam/term/big.hpp"
#include "beam/term/number.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

constexpr std::size_t kOtpBuffer = 256;  // float_to_list/2 fails when its text does not fit

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}

std::string formatted(double value, std::chars_format format, int decimals) {
  // 310 digits before the point at most.
  std::string text(static_cast<std::size_t>(decimals) + 330, '\0');
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, format, decimals);
  HEDDLE_CHECK(error == std::errc(), "no room for {} decimals", decimals);
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

/// Keeps one digit behind the point. Of a number without a point it takes the zeros, too: so does
/// OTP.
void drop_trailing_zeros(std::string& text) {
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text += '0';
}

/// [+-]digits[.,]digits, then perhaps [eE][+-]digits.
bool is_float_text(std::string_view text) {
  std::size_t at = 0;
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  };
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at > start;
  };
  sign();
  if (!digits()) return false;
  if (at == text.size() || (text[at] != '.' && text[at] != ',')) return false;
  ++at;
  if (!digits()) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    sign();
    if (!digits()) return false;
  }
  return at == text.size();
}

}  // namespace

std::string integer_to_text(Term integer, int base) {
  HEDDLE_CHECK(base >= 2 && base <= 36, "base {}", base);
  if (integer.is_small()) {
    char text[72];
    char* end = std::to_chars(text, text + sizeof text, integer.small_value(), base).ptr;
    for (char* c = text; base > 10 && c != end; ++c) {
      if (*c >= 'a') *c = static_cast<char>(*c - 'a' + 'A');
    }
    return std::string(text, end);
  }
  const BigOperand value(integer);
  std::string text(mpz_sizeinbase(value, base) + 2, '\0');
  mpz_get_str(text.data(), -base, value);  // negative: upper case
  text.resize(text.find('\0'));
  return text;
}

Term integer_from_text(Heap& heap, std::string_view text, int base) {
  HEDDLE_CHECK(base >= 2 && base <= 36, "base {}", base);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return Term::none();
  for (const char c : text) {
    if (digit_value(c) >= base) return Term::none();
  }
  if (text.size() <= 11) {  // 36^11 < 2^59
    std::int64_t value = 0;
    for (const char c : text) value = value * base + digit_value(c);
    return Term::small(negative ? -value : value);
  }
  Scratch value;
  mpz_set_str(value, std::string(text).c_str(), base);
  if (negative) mpz_neg(value, value);
  return value.finish(heap);
}

std::string float_to_text(double value) {
  if (value == 0.0) return std::signbit(value) ? "-0.0" : "0.0";
  char buffer[40];
  const char* end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  // -d.ddde-xx
  std::string digits;
  const char* at = buffer;
  if (*at == '-') ++at;
  for (; *at != 'e'; ++at) {
    if (*at != '.') digits += *at;
  }
  ++at;
  if (*at == '+') ++at;
  int exponent = 0;  // of the first digit
  std::from_chars(at, end, exponent);
  const int count = static_cast<int>(digits.size());
  const int last = exponent - (count - 1);  // exponent of the last digit

  const int lowest = count == 1 ? -4 : -(count + 2);
  const int highest = count == 1 || exponent >= 10 ? 2 : 1;
  const bool exact = std::abs(value) < 9007199254740992.0 || last < 0;  // 2^53
  const std::string sign = value < 0 ? "-" : "";
  if (last < lowest || last > highest || !exact) {
    const std::string fraction = count == 1 ? "0" : digits.substr(1);
    return sign + digits[0] + "." + fraction + "e" + std::to_string(exponent);
  }
  if (last >= 0) return sign + digits + std::string(static_cast<std::size_t>(last), '0') + ".0";
  if (exponent >= 0) {
    return sign + digits.insert(static_cast<std::size_t>(exponent) + 1, ".");
  }
  return sign + "0." + std::string(static_cast<std::size_t>(-exponent) - 1, '0') + digits;
}

std::string float_to_text_scientific(double value, int decimals) {
  if (decimals >= static_cast<int>(kOtpBuffer)) return {};
  // A negative precision is printf's default.
  std::string text = formatted(value, std::chars_format::scientific, decimals < 0 ? 6 : decimals);
  return text.size() < kOtpBuffer ? text : std::string();
}

std::string float_to_text_decimals(double value, int decimals, bool compact) {
  if (decimals < 0 || decimals >= static_cast<int>(kOtpBuffer)) return {};
  const double magnitude = std::fabs(value);
  std::string text;
  if (magnitude > 9007199254740992.0 || decimals > 18) {  // 2^53
    text = formatted(value, std::chars_format::fixed, decimals);
    if (text.size() >= kOtpBuffer) return {};
    if (compact) drop_trailing_zeros(text);
    return text;
  }
  // In doubles, as OTP does it: the last of many digits are not those of the exact value.
  if (std::signbit(value)) text = "-";
  if (decimals == 0) return text + std::to_string(std::lround(magnitude));
  double scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;  // exact up to 10^22
  const double whole = std::floor(magnitude);
  const double scaled = std::round((magnitude - whole) * scale);
  const bool carry = scaled >= scale;
  const std::string fraction = std::to_string(carry ? 0 : static_cast<std::uint64_t>(scaled));
  text += std::to_string(static_cast<std::uint64_t>(whole) + (carry ? 1 : 0)) + ".";
  text.append(static_cast<std::size_t>(decimals) - fraction.size(), '0');
  text += fraction;
  if (compact) drop_trailing_zeros(text);
  return text;
}

Term float_from_text(Heap& heap, std::string_view text) {
  if (!is_float_text(text)) return Term::none();
  std::string copy(text);
  if (const std::size_t comma = copy.find(','); comma != std::string::npos) copy[comma] = '.';
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  const double value = strtod_l(copy.c_str(), nullptr, c_locale);
  return std::isfinite(value) ? heap.floating(value) : Term::none();
}

}  // namespace heddle::beam
