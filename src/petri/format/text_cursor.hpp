// A place in a text that is being read, and how to complain about it: "net.spec:3:14: ...".
//
// The readers of the textual formats are recursive descent over this cursor. Line and column are
// worked out only when something is wrong, so reading costs nothing but the reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::petri {

class TextCursor {
 public:
  /// `comment` begins a comment that ends with the line; empty: there are none.
  TextCursor(std::string_view text, std::string file, std::string_view comment);

  /// Spaces, line ends and comments are passed over before anything else is looked at.
  bool at_end();
  std::size_t offset();
  /// Whether `symbol` stands here; then it is passed.
  bool accept(std::string_view symbol);
  bool sees(std::string_view symbol);
  void expect(std::string_view symbol);
  /// [A-Za-z_][A-Za-z0-9_.]*; empty if none stands here.
  std::string_view word();
  std::string_view peek_word();
  /// Without a sign. More than kMostTokens (net_builder.hpp) is refused.
  std::optional<std::uint64_t> number();
  std::uint64_t expect_number(std::string_view what);
  /// The rest between quotes `'`, where '' stands for one of them.
  std::string quoted();

  /// "file:line:column: what", at the cursor or at an earlier offset.
  [[noreturn]] void fail(std::string_view what);
  [[noreturn]] void fail_at(std::size_t offset, std::string_view what) const;
  /// What stands at the cursor, short enough for a message.
  std::string here();

 private:
  void skip();

  std::string_view text_;
  std::string file_;
  std::string_view comment_;
  std::size_t at_ = 0;
};

/// "file:line:column: what" for an offset in `text`.
[[noreturn]] void fail_in_text(std::string_view text, const std::string& file, std::size_t offset,
                               std::string_view what);

}  // namespace heddle::petri
