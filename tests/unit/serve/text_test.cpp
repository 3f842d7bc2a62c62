// What is read from children and written to pages: frames, progress, complaints of compilers,
// names.
#include <gtest/gtest.h>

#include "serve/diagnostics.hpp"
#include "serve/progress.hpp"
#include "serve/snippet.hpp"
#include "serve/sse.hpp"

namespace heddle::serve {
namespace {

TEST(ServerSentEvents, AreFramed) {
  EXPECT_EQ(sse_event("done", "{}"), "event: done\ndata: {}\n\n");
  EXPECT_EQ(sse_event("x", ""), "event: x\ndata: \n\n");
  EXPECT_EQ(sse_heartbeat().front(), ':');
  EXPECT_TRUE(sse_heartbeat().ends_with("\n\n"));
}

TEST(ServerSentEvents, DataCannotBeginAnEvent) {
  EXPECT_EQ(sse_event("x", "a\n\nevent: evil\ndata: b"),
            "event: x\ndata: a\ndata: \ndata: event: evil\ndata: data: b\n\n");
  EXPECT_EQ(sse_event("x", "a\r\nb\rc"), "event: x\ndata: a\ndata: b\ndata: c\n\n");
  EXPECT_EQ(sse_event("x\nevent: y", "z"), "event: xevent: y\ndata: z\n\n");
}

TEST(ProgressLine, IsReadBack) {
  const auto all = parse_progress(
      "12,345 interleavings, 61,000/s, 1 error, about 40,000 in all (within a factor of 1.3), 2 s "
      "left");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->interleavings, 12345U);
  EXPECT_EQ(all->errors, 1U);
  EXPECT_EQ(all->estimate, 40000U);
  const auto samples = parse_progress("7 interleavings, 70/s, 0 errors");
  ASSERT_TRUE(samples);
  EXPECT_EQ(samples->estimate, 0U);
  for (const char* other : {"", "heddle: 3", "7 interleavings", "x interleavings, 7/s, 0 errors"}) {
    EXPECT_FALSE(parse_progress(other)) << other;
  }
}

TEST(ProgressLine, OfVerifyHasTimeInsteadOfAnEstimate) {
  const char* line =
      "verify: D=1 M=3 K=0, question 3 of 7, coverability; 5 nets, 2 decided; 12 of 120 s";
  const auto limited = parse_progress(line);
  ASSERT_TRUE(limited);
  EXPECT_EQ(limited->seconds, 12);
  EXPECT_EQ(limited->limit, 120);
  EXPECT_EQ(limited->text, line);
  const auto endless = parse_progress("verify: D=0 K=0, analysing; 0 nets, 0 decided; 3 s");
  ASSERT_TRUE(endless);
  EXPECT_EQ(endless->limit, 0);
  EXPECT_FALSE(parse_progress("verify: cannot be done"));
}

TEST(ErrorStream, TellsTheLineFromTheRest) {
  ErrorStream stream;
  EXPECT_FALSE(stream.feed("heddle: a warning\n"));
  EXPECT_FALSE(stream.feed("\r\033"));
  const auto first = stream.feed("[K7 interleavings, 70/s, 0 errors");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->interleavings, 7U);
  const auto second = stream.feed("\r\033[K8 interleavings, 70/s, 0 errors");
  ASSERT_TRUE(second);
  EXPECT_EQ(second->interleavings, 8U);
  stream.feed("\r\033[Kheddle: the end\n");
  EXPECT_EQ(stream.text(), "heddle: a warning\nheddle: the end\n");
}

TEST(ErrorStream, KeepsNoMoreThanItMust) {
  ErrorStream stream;
  const std::string much(100'000, 'x');
  for (int i = 0; i < 100; ++i) stream.feed(much);
  EXPECT_LT(stream.text().size(), std::size_t{4} << 20);
}

TEST(Diagnostics, OfErlc) {
  const auto all = diagnostics(
      "bad.erl does not compile:\nbad.erl:4:11: syntax error before: ','\n%    4|   X = foo(,\n"
      "bad.erl:2:2: Warning: unused\n",
      "bad.erl");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0], (Diagnostic{4, 11, false, "syntax error before: ','"}));
  EXPECT_EQ(all[1], (Diagnostic{2, 2, true, "unused"}));
}

TEST(Diagnostics, OfElixir) {
  const auto all = diagnostics(
      "== Compilation error in file bad.ex ==\n** (CompileError) bad.ex:3: undefined function f/1\n"
      "    (elixir 1.14.0) lib/x.ex:346: anonymous\nwarning: unused variable\n  bad.ex:7: "
      "Bad.g/0\n",
      "bad.ex");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0], (Diagnostic{3, 0, false, "undefined function f/1"}));
  EXPECT_EQ(all[1], (Diagnostic{7, 0, true, "unused variable"}));
}

// Module bodies and macros run while a program is compiled, and may raise.
TEST(Diagnostics, OfElixirThatRaises) {
  const auto all = diagnostics(
      "== Compilation error in file a.ex ==\n"
      "** (File.Error) could not write to file \"/x\": permission denied\n"
      "    (elixir 1.14.0) lib/file.ex:1104: File.write!/3\n"
      "    a.ex:2: (module)\n"
      "    a.ex:1: (file)\n",
      "a.ex");
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].line, 2U);
  EXPECT_EQ(all[0].message, "(File.Error) could not write to file \"/x\": permission denied");
}

TEST(Diagnostics, OfGcc) {
  const auto all = diagnostics(
      "snippet.cpp: In function 'int main()':\nsnippet.cpp:3:5: error: 'x' was not declared\n"
      "snippet.cpp:9:1: warning: no return\nsnippet.cpp:3:5: note: here\n/usr/include/a.hpp:1:1: "
      "error: no\n",
      "snippet.cpp");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0], (Diagnostic{3, 5, false, "'x' was not declared"}));
  EXPECT_TRUE(all[1].warning);
}

// Of an error in a template of a library, the place in the program that needs it is what helps.
TEST(Diagnostics, OfGccInTemplates) {
  const auto all = diagnostics(
      "check.hpp: In instantiation of 'f':\n"
      "check.hpp:56:17:   required from 'g'\nsnippet.cpp:12:49:   required from here\n"
      "check.hpp:49:84: error: no match for call to 'h'\n"
      "check.hpp:49:29: error: and what follows from it\n",
      "snippet.cpp");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0], (Diagnostic{12, 49, false, "no match for call to 'h'"}));
}

TEST(Diagnostics, OfSomethingElseAreNone) {
  EXPECT_TRUE(diagnostics("", "a.erl").empty());
  EXPECT_TRUE(diagnostics("xa.erl:3: no\na.erl:0: no\na.erl:x: no\n", "a.erl").empty());
}

TEST(Snippet, HasTheNameThatItsCompilerWants) {
  EXPECT_EQ(file_name(Language::kErlang, "x", "%% c\n-module(cache).\n"), "cache.erl");
  EXPECT_EQ(file_name(Language::kErlang, "x", " - module ( a_B1 ) ."), "a_B1.erl");
  EXPECT_EQ(file_name(Language::kErlang, "x", "-module('../../etc/x')."), "snippet.erl");
  EXPECT_EQ(file_name(Language::kErlang, "../x", "main() -> ok."), "snippet.erl");
  EXPECT_EQ(file_name(Language::kElixir, "a/b_test.exs", ""), "snippet.exs");
  EXPECT_EQ(file_name(Language::kElixir, "b", ""), "snippet.ex");
  EXPECT_EQ(file_name(Language::kCpp, "b", ""), "snippet.cpp");
}

}  // namespace
}  // namespace heddle::serve
