// Every mistake gets one message with the place, the cause and a remedy.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "support/check.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

struct Mistake {
  const char* text;
  const char* message;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.text; }

std::string message_of(std::string_view text) {
  try {
    parse(text, "a.toy");
  } catch (const support::UserError& error) {
    return error.what();
  }
  return "no error";
}

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreReportedWithPlaceCauseAndRemedy) {
  EXPECT_EQ(message_of(GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Words, Mistakes,
    testing::Values(
        Mistake{"proc main() { ? }", "a.toy:1:15: '?' is not part of the language; remove it"},
        Mistake{"proc main() { fail \"x }",
                "a.toy:1:20: the text has no end; close it with \" on the same line"},
        Mistake{"var x = 99999999999999999999",
                "a.toy:1:9: the number is too large; values are 64-bit signed integers"},
        Mistake{"var x = 1y", "a.toy:1:10: a letter follows a number; put a space between them"},
        Mistake{"var lock",
                "a.toy:1:5: 'lock' is a word of the language; choose another name for "
                "a shared variable"}));

INSTANTIATE_TEST_SUITE_P(
    Grammar, Mistakes,
    testing::Values(
        Mistake{"process main() {}",
                "a.toy:1:1: expected a declaration, found 'process'; start "
                "with proc, var, array, mutex, condition, const or delivery"},
        Mistake{"proc main( {}",
                "a.toy:1:12: expected the name of a parameter, found '{'; write a "
                "name here"},
        Mistake{"proc main() {", "a.toy:1:14: the body of a process has no end; close it with '}'"},
        Mistake{"proc main() {\n  r\n}",
                "a.toy:2:3: 'r' does not begin a statement; assign with 'r = ...', or start with "
                "read, write, send, ..."},
        Mistake{"var x\nproc main() { r = 1 + read x }",
                "a.toy:2:23: 'read' is an operation, not part of an expression; give its result a "
                "name first: r = read ..."},
        Mistake{"var x\nproc main() { await x }",
                "a.toy:2:23: expected a comparison after await, found '}'; write for example "
                "'await x == 1'"},
        Mistake{"proc main() { receive { after -> {} (1) -> {} } }",
                "a.toy:1:37: expected a clause of receive, found '('; write '(pattern, ...) -> { "
                "... }'; 'after -> { ... }' comes last"},
        Mistake{"array a[0]\n",
                "a.toy:1:9: 0 elements are not possible; write a number from 1 to "
                "1000000"},
        Mistake{"delivery late",
                "a.toy:1:10: expected a mode of delivery, found 'late'; write "
                "'instant' or 'delayed'"}));

INSTANTIATE_TEST_SUITE_P(
    Names, Mistakes,
    testing::Values(
        Mistake{"var x", "a.toy:1:1: the program has no process main; add proc main() { ... }"},
        Mistake{"proc main(a) {}", "a.toy:1:1: main has parameters; write proc main()"},
        Mistake{"var x\nmutex x\nproc main() {}",
                "a.toy:2:1: 'x' is declared twice; rename one of them"},
        Mistake{"proc main() {}\nproc main() {}",
                "a.toy:2:1: 'main' is declared twice; rename one of them"},
        Mistake{"proc p(a, a) {}\nproc main() {}",
                "a.toy:1:1: two parameters are named 'a'; rename one of them"},
        Mistake{"proc main() { r = s }",
                "a.toy:1:19: nothing assigns the register 's' in this "
                "process; assign it, or correct the name"},
        Mistake{"var x\nproc main() { r = x }",
                "a.toy:2:19: 'x' is a shared variable, not a "
                "register; read it first: r = read x"},
        Mistake{"var x\nproc main() { x = 1 }",
                "a.toy:2:15: 'x' is a shared variable, not a register; use 'write x = ...', or "
                "another name for the register"},
        Mistake{"proc main() { read y }",
                "a.toy:1:20: 'y' is not declared; declare it as a shared variable"},
        Mistake{"mutex m\nproc main() { read m }",
                "a.toy:2:20: 'm' is a mutex, not a shared variable; use a shared variable here"},
        Mistake{"array a[2]\nproc main() { read a }",
                "a.toy:2:20: 'a' is an array; choose one of its elements: a[...]"},
        Mistake{"var x\nproc main() { read x[0] }",
                "a.toy:2:20: 'x' is a shared variable and has no elements; remove the index"},
        Mistake{"mutex m\nproc main() { signal m }",
                "a.toy:2:15: 'm' is a mutex, not a condition; use a condition here"},
        Mistake{"proc main() { spawn p() }",
                "a.toy:1:15: there is no process 'p'; add proc p(...), or correct the name"},
        Mistake{"proc p(a) {}\nproc main() { spawn p() }",
                "a.toy:2:15: 'p' takes 1 values, not 0; pass one value for each parameter"},
        Mistake{"proc main() { break }", "a.toy:1:15: break outside of a loop; remove it"},
        Mistake{"proc main() { receive { (a, a) -> {} } }",
                "a.toy:1:29: 'a' is bound twice in one pattern; use another name and compare them "
                "in the guard"}));

TEST(Parser, TakesCommentsSemicolonsAndElseIf) {
  const auto source = parse(R"(// a comment
var x = -3; var y
proc main() {
  r = read x; write y = r // no separator is needed
  if r == 1 { exit } else if r == 2 { return } else { yield }
})",
                            "a.toy");
  EXPECT_EQ(source->declarations[0].value, -3);
  const Block& body = source->procedures[0].body;
  ASSERT_EQ(body.size(), 3U);
  EXPECT_EQ(body[2].position.line, 5);
  ASSERT_EQ(body[2].otherwise.size(), 1U);
  EXPECT_EQ(body[2].otherwise[0].kind, Statement::Kind::kIf);
  EXPECT_EQ(body[2].otherwise[0].body[0].kind, Statement::Kind::kExit);
}

TEST(Parser, KnowsPrecedence) {
  const auto source = parse("proc main() { r = 1 + 2 * 3 == 7 && !0 || 0 }", "a.toy");
  const Expression& e = source->procedures[0].body[0].arguments[0];
  EXPECT_EQ(e.op, Operator::kOr);
  EXPECT_EQ(e.operands[0].op, Operator::kAnd);
  EXPECT_EQ(e.operands[0].operands[0].op, Operator::kEqual);
  EXPECT_EQ(e.operands[0].operands[0].operands[0].op, Operator::kAdd);
}

// A message ends at a NUL byte unless it is escaped, and a terminal obeys control characters.
TEST(Parser, ShowsWhatIsNoCharacterAsAnEscape) {
  using namespace std::string_view_literals;
  EXPECT_EQ(message_of("proc main() {\n  \0 }"sv),
            "a.toy:2:3: '\\x00' is not part of the language; remove it");
  EXPECT_EQ(message_of("proc main() { \x1b }"),
            "a.toy:1:15: '\\x1b' is not part of the language; remove it");
  EXPECT_EQ(message_of("proc main() { \xff }"),
            "a.toy:1:15: '\\xff' is not part of the language; remove it");
  EXPECT_EQ(message_of("proc main() { r = 1 \xe2\x89\xa4 2 }"),
            "a.toy:1:21: '\xe2\x89\xa4' is not part of the language; remove it");
  EXPECT_EQ(message_of("proc main() { fail \"a\0\" }"sv),
            "a.toy:1:22: '\\x00' cannot stand in a text; use UTF-8 without control characters");
}

std::string repeated(int times, std::string_view text) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Parser, LimitsNesting) {
  const std::string remedy =
      ": nested more than 500 levels deep; split the expression with registers, or the block into "
      "processes";
  const auto parentheses = [](int n) {
    return "proc main() { r = " + repeated(n, "(") + "1" + repeated(n, ")") + " }";
  };
  EXPECT_EQ(message_of(parentheses(499)), "no error");  // the body of main is a level of its own
  EXPECT_EQ(message_of(parentheses(500)), "a.toy:1:519" + remedy);
  EXPECT_EQ(message_of(parentheses(100'000)), "a.toy:1:519" + remedy);
  EXPECT_EQ(message_of("proc main() { r = " + repeated(100'000, "- ") + "1 }"),
            "a.toy:1:1019" + remedy);
  EXPECT_EQ(message_of("proc main() { " + repeated(100'000, "if 1 {") + " }"),
            "a.toy:1:3014" + remedy);
  EXPECT_EQ(message_of("proc main() { if 1 {}" + repeated(100'000, "else if 1 {}") + " }"),
            "a.toy:1:6008" + remedy);
}

TEST(Parser, TakesChainsOfAnyLength) {
  const std::string sum = "1" + repeated(99'999, " + 1");
  const auto source = parse("proc main() { r = " + sum + " }", "a.toy");
  EXPECT_EQ(print(source->procedures[0].body[0]), "r = " + sum);
}

}  // namespace
}  // namespace heddle::toy
