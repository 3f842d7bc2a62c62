#include "core/trace.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/check.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::core {
namespace {

using Json = nlohmann::ordered_json;
using support::UserError;

// Two actors and a phantom; p's write is read by main, which then fails. The clocks are worked out
// by hand: main's second event is after its own first and after p's only one.
Trace sample() {
  Trace trace;
  trace.tool_version = "0.1.0";
  trace.program = "toy sample";
  trace.command = {"explore", "sample.toy", "--algorithm", "optimal"};
  trace.algorithm = "optimal";
  trace.actors = {{"main", kNoActor, 0, 0}, {"p", 0, 0, 1}, {"p->main", 1, 1, ~0ULL}};
  trace.events.resize(3);
  trace.events[0] = {0,
                     0,
                     {"spawn p()", "", "", "p", "", {"sample.toy", 3}},
                     {{{500, 0, AccessKind::kProduce}, "start of p"}},
                     {{0, 1}},
                     11};
  trace.events[1] = {
      1,
      0,
      {"write x = 1", "", "", "x", "", {"sample.toy", 9}},
      {{{500, 0, AccessKind::kConsume}, "start of p"}, {{7, 77, AccessKind::kWrite}, "x"}},
      {{0, 1}, {1, 1}},
      12};
  trace.events[2] = {0,
                     1,
                     {"r = read x", "1", "", "x", "", {"sample.toy", 4}, {{1, "1"}, {}}, 2},
                     {{{7, 0, AccessKind::kRead}, "x"}},
                     {{0, 2}, {1, 1}},
                     ~0ULL};
  trace.schedule = {0, 1, 0};
  trace.errors = {{Finding::Kind::kAssertion, {0}, "r == 0 does not hold", "sample.toy", 5}};
  trace.outcome = "main: r=1 failed\np: done\n";
  trace.blocked = {{2, "a message", {{{9, 77, AccessKind::kTake}, "mailbox of p"}}}};
  trace.blamed = {{"1", "unexpected: 1"}};
  return trace;
}

Json sample_json() { return Json::parse(to_json(sample())); }

/// What reading `text` complains about; "" if it does not.
std::string complaint(const std::string& text) {
  try {
    parse_trace(text, "t.json");
    return "";
  } catch (const UserError& error) {
    return error.what();
  }
}

std::string complaint(const std::function<void(Json&)>& edit) {
  Json json = sample_json();
  edit(json);
  return complaint(json.dump());
}

TEST(Trace, GoesToJsonAndBackUnchanged) {
  const std::string text = to_json(sample());
  const Trace back = parse_trace(text, "t.json");
  EXPECT_EQ(to_json(back), text);
  // Not only the same bytes: what came back is what was there.
  EXPECT_EQ(back.program, "toy sample");
  EXPECT_EQ(back.command, sample().command);
  EXPECT_EQ(back.actors[2].parent, 1U);
  EXPECT_EQ(back.actors[0].parent, kNoActor);
  EXPECT_EQ(back.actors[2].ordinal, ~0ULL);
  EXPECT_EQ(back.events[2].fingerprint, ~0ULL);
  EXPECT_EQ(back.events[1].footprint[1].access.kind, AccessKind::kWrite);
  EXPECT_EQ(back.events[1].clock, sample().events[1].clock);
  EXPECT_EQ(back.events[2].text.source, (SourceLocation{"sample.toy", 4}));
  EXPECT_EQ(back.events[2].text.reads, sample().events[2].text.reads);
  EXPECT_EQ(back.events[2].text.reads[1].step, ReadFrom::kInitial);
  EXPECT_TRUE(back.events[1].text.reads.empty());
  EXPECT_EQ(back.schedule, sample().schedule);
  EXPECT_EQ(back.errors, sample().errors);
  EXPECT_EQ(back.outcome, sample().outcome);
  EXPECT_EQ(back.blocked[0].waits_for, "a message");
  EXPECT_EQ(back.blamed, sample().blamed);
}

TEST(Trace, BytesDoNotDependOnTheNumbersOfLocationsAndTokens) {
  // Another process numbers its locations and tokens otherwise; which are the same and which are
  // not stays.
  Trace other = sample();
  for (TraceEvent& event : other.events) {
    for (TraceAccess& a : event.footprint) {
      a.access.location = a.access.location * 1000 + 3;
      if (a.access.token != 0) a.access.token += 5;
    }
  }
  other.blocked[0].footprint[0].access = {123456, 82, AccessKind::kTake};
  EXPECT_EQ(to_json(other), to_json(sample()));
  other.events[2].footprint[0].access.location = 1;  // no longer the location that p wrote
  EXPECT_NE(to_json(other), to_json(sample()));
}

TEST(Trace, HappensBeforeFollowsTheClocks) {
  const Trace trace = sample();
  EXPECT_TRUE(happens_before(trace.events[0], trace.events[1]));   // spawn -> first step
  EXPECT_TRUE(happens_before(trace.events[1], trace.events[2]));   // write -> read
  EXPECT_TRUE(happens_before(trace.events[2], trace.events[2]));   // itself, by definition
  EXPECT_FALSE(happens_before(trace.events[2], trace.events[1]));  // not backwards
}

TEST(Trace, TextThatIsNotUtf8IsReplacedNotRefused) {
  Trace trace = sample();
  trace.outcome = "a\xff\x1b[31m\n";
  const Trace back = parse_trace(to_json(trace), "t.json");
  EXPECT_EQ(back.outcome,
            "a\xef\xbf\xbd\x1b[31m\n");  // U+FFFD for the bad byte, the rest as it was
}

TEST(Trace, EachDamageIsNamedWithItsPath) {
  // One line a field: what is done to it, and the place that the message must name.
  const struct {
    std::function<void(Json&)> edit;
    const char* expected;
  } cases[] = {
      {[](Json& t) { t["version"] = 2; }, "t.json: version: this heddle reads version 1"},
      {[](Json& t) { t["version"] = "1"; }, "t.json: version: expected a whole number"},
      {[](Json& t) { t.erase("version"); }, "t.json: $: not a trace of heddle"},
      {[](Json& t) { t.erase("outcome"); }, "t.json: outcome: this field is missing"},
      {[](Json& t) { t["extra"] = 1; }, "t.json: $: unknown field \"extra\""},
      {[](Json& t) { t["program"] = "x"; }, "t.json: program: expected an object, found \"x\""},
      {[](Json& t) { t["program"]["command"][1] = 3; }, "t.json: program.command[1]: expected a"},
      {[](Json& t) { t["actors"] = nullptr; }, "t.json: actors: expected an array, found null"},
      {[](Json& t) { t["actors"][1]["parent"] = 1; }, "t.json: actors[1].parent: a parent must"},
      {[](Json& t) { t["actors"][1]["parent"] = -1; }, "t.json: actors[1].parent: expected"},
      {[](Json& t) { t["actors"][1]["role"] = 4294967296; }, "t.json: actors[1].role: expected"},
      {[](Json& t) { t["actors"][1]["ordinal"] = "1"; }, "t.json: actors[1].ordinal: expected"},
      {[](Json& t) { t["actors"][1]["ordinal"] = "0x00"; }, "t.json: actors[1].ordinal: expected"},
      {[](Json& t) { t["actors"].push_back(t["actors"][1]); }, "t.json: actors[3]: an earlier"},
      {[](Json& t) { t["events"][1]["step"] = 1; },
       "t.json: events[1].step: expected the number 2, found 1"},
      {[](Json& t) { t["events"][1]["actor"] = 3; },
       "t.json: events[1].actor: expected a whole number from 0 to 2, found 3"},
      {[](Json& t) { t["events"][1]["actor"] = 1.5; }, "t.json: events[1].actor: expected"},
      {[](Json& t) { t["events"][2]["ordinal"] = 0; },
       "t.json: events[2].ordinal: expected the number 1, found 0"},
      {[](Json& t) { t["events"][2]["value"] = Json::object(); },
       "t.json: events[2].value: expected a string, found an object"},
      {[](Json& t) { t["events"][0]["source"]["line"] = 2147483648; },
       "t.json: events[0].source.line: expected"},
      {[](Json& t) { t["events"][1]["footprint"][1]["kind"] = "scribble"; },
       "t.json: events[1].footprint[1].kind: expected one of read, write"},
      {[](Json& t) { t["events"][1]["footprint"][1]["token"] = -1; },
       "t.json: events[1].footprint[1].token: expected"},
      {[](Json& t) { t["events"][1]["fingerprint"] = "0x12345678123456781"; },
       "t.json: events[1].fingerprint: expected"},
      {[](Json& t) { t["events"][2]["reads"]["from"] = 2; },
       "t.json: events[2].reads.from: expected"},
      {[](Json& t) { t["events"][2]["reads"]["instead"][0].erase("value"); },
       "t.json: events[2].reads.instead[0].value: "},
      {[](Json& t) { t["events"][0]["reads"] = t["events"][2]["reads"]; },
       "t.json: events[0].reads.from: names an event, but there is none before this one"},
      {[](Json& t) { t["events"][1]["clock"].erase(1); },
       "t.json: events[1].clock: the event's own actor is missing"},
      {[](Json& t) { t["events"][1]["clock"] = Json::array(); },
       "t.json: events[1].clock: the event's own actor is missing"},
      {[](Json& t) { t["events"][1]["clock"][0][0] = 1; }, "t.json: events[1].clock[1][0]: the"},
      // main has had one event when p takes its step: a clock cannot know of a second.
      {[](Json& t) { t["events"][1]["clock"][0][1] = 2; }, "t.json: events[1].clock[0][1]: expect"},
      {[](Json& t) {
         t["events"][0]["clock"].push_back({1, 1});
       },
       "t.json: events[0].clock[1]: co"},
      {[](Json& t) { t["events"][0]["clock"][0].push_back(1); }, "t.json: events[0].clock[0]: exp"},
      {[](Json& t) { t["schedule"].push_back(0); }, "t.json: schedule: has 4 steps"},
      {[](Json& t) { t["schedule"][1] = 0; }, "t.json: schedule[1]: is not the actor"},
      {[](Json& t) { t["errors"][0]["kind"] = "bad"; }, "t.json: errors[0].kind: expected one of"},
      {[](Json& t) { t["errors"][0]["actors"][0] = 99; }, "t.json: errors[0].actors[0]: expected"},
      {[](Json& t) { t["blocked"][0]["actor"] = 3; }, "t.json: blocked[0].actor: expected"},
      {[](Json& t) { t["blocked"][0].erase("waits_for"); }, "t.json: blocked[0].waits_for: this"},
      {[](Json& t) { t["blamed"][0].erase("error"); }, "t.json: blamed[0].error: this"},
  };
  for (const auto& c : cases) {
    const std::string text = complaint(c.edit);
    EXPECT_EQ(text.substr(0, std::string(c.expected).size()), c.expected) << text;
    EXPECT_NE(text.find("; "), std::string::npos) << "no remedy: " << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << "more than one line: " << text;
  }
}

TEST(Trace, StepsAreNumberedAsInAllReports) {
  const Json trace = sample_json();
  for (std::size_t i = 0; i < trace["events"].size(); ++i) {
    EXPECT_EQ(trace["events"][i].at("step"), i + 1);
  }
  EXPECT_EQ(complaint([](Json& t) {
              for (Json& event : t["events"]) event.erase("step");
            }),
            "")
      << "a trace of an earlier version";
}

TEST(Trace, BlockedMayBeMissing) {
  EXPECT_EQ(complaint([](Json& t) { t.erase("blocked"); }), "");
}

TEST(Trace, WhatIsNotJsonIsNamedWithLineAndColumn) {
  EXPECT_TRUE(complaint("").starts_with("t.json: line 1, column 1: the file is empty; "));
  // The `x` is the third character of the second line.
  EXPECT_TRUE(complaint("{\n  x").starts_with("t.json: line 2, column 3: this is not JSON; "));
  const std::string nul("{\"version\": 1\0}", 15);
  EXPECT_NE(complaint(nul).find("this is not JSON"), std::string::npos);
  EXPECT_NE(complaint("{\"version\": 1e999}").find("number that is too large"), std::string::npos);
  EXPECT_NE(complaint("[1]").find("not a trace of heddle"), std::string::npos);
}

TEST(Trace, EveryTruncationIsRefused) {
  const std::string text = to_json(sample());
  // Every proper prefix, but for the last one: it lacks the final line feed only.
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    ASSERT_NE(complaint(text.substr(0, size)), "") << "cut to " << size << " bytes";
  }
  EXPECT_EQ(complaint(text.substr(0, text.size() - 1)), "");
  EXPECT_NE(complaint(text.substr(0, 100)).find("the file ends too early"), std::string::npos);
}

TEST(Trace, AmbiguousAndAbsurdInputIsRefusedWhileParsing) {
  EXPECT_NE(
      complaint("{\"version\": 1, \"a\": [{\"b\": 1, \"b\": 2}]}").find("a[0]: the field \"b\""),
      std::string::npos);
  // Would exhaust the stack of a recursive reader.
  EXPECT_NE(complaint(std::string(10'000'000, '[')).find("nested too deeply"), std::string::npos);
  std::string wide = "{\"version\": 1";
  for (int i = 0; i < 100'000; ++i) wide += ",\"k" + std::to_string(i) + "\": 0";
  EXPECT_NE(complaint(wide + "}").find("too many fields"), std::string::npos);
}

// --- files ---------------------------------------------------------------------------------------

class TraceFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("heddle-trace-" + std::to_string(::getpid()) + "-" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  static std::string content(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  }
  static std::string write_complaint(const std::string& path) {
    try {
      write_trace(path, sample());
      return "";
    } catch (const UserError& error) {
      return error.what();
    }
  }
  static std::string read_complaint(const std::string& path) {
    try {
      read_trace(path);
      return "";
    } catch (const UserError& error) {
      return error.what();
    }
  }

  std::filesystem::path folder_;
};

TEST_F(TraceFile, IsReplacedWholeAndLeavesNothingBehind) {
  std::ofstream(path("t.json")) << "old";
  write_trace(path("t.json"), sample());
  EXPECT_EQ(content(path("t.json")), to_json(sample()));
  EXPECT_EQ(to_json(read_trace(path("t.json"))), to_json(sample()));
  EXPECT_EQ(files(), 1U);  // no temporary file
}

TEST_F(TraceFile, LargerThanTheReadBufferComesBack) {
  Trace trace = sample();
  trace.outcome.assign(300'000, 'x');  // the buffer begins with 65536 bytes and doubles
  write_trace(path("t.json"), trace);
  EXPECT_EQ(read_trace(path("t.json")).outcome, trace.outcome);
}

TEST_F(TraceFile, ALinkStaysALink) {
  std::ofstream(path("real.json")) << "old";
  std::filesystem::create_symlink(path("real.json"), path("link.json"));
  write_trace(path("link.json"), sample());
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.json")));
  EXPECT_EQ(content(path("real.json")), to_json(sample()));
}

TEST_F(TraceFile, WritingSaysWhyItCannot) {
  EXPECT_NE(write_complaint(path("no/such/t.json")).find("No such file or directory; check the"),
            std::string::npos);
  EXPECT_NE(write_complaint(folder_.string()).find("Is a directory"), std::string::npos);
  // /proc accepts no new files from anybody, not even from root, whom a read-only folder would not
  // stop.
  EXPECT_NE(write_complaint("/proc/heddle-trace.json").find("cannot write the trace: "),
            std::string::npos);
  EXPECT_EQ(files(), 0U);
}

TEST_F(TraceFile, AFullDiskIsSaidAndTheDeviceIsNotReplaced) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_NE(write_complaint("/dev/full").find("No space left on device; free some space"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(TraceFile, ReadingSaysWhyItCannot) {
  EXPECT_NE(read_complaint(path("none.json")).find("none.json: cannot read the trace: No such"),
            std::string::npos);
  EXPECT_NE(read_complaint(folder_.string()).find("Is a directory"), std::string::npos);
  std::ofstream(path("empty.json")).flush();
  EXPECT_NE(read_complaint(path("empty.json")).find("the file is empty"), std::string::npos);
}

// --- documents -----------------------------------------------------------------------------------

std::string document(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(tests::source_path("docs/formats/" + name)).rdbuf();
  return out.str();
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> out;
  for (const auto& item : object.items()) out.push_back(item.key());
  return out;
}

TEST(TraceDocuments, TheSchemaNamesExactlyTheFieldsWritten) {
  const Json schema = Json::parse(document("trace.schema.json"));
  const Json trace = sample_json();
  const auto expect_same = [&](const Json& part, const Json& value) {
    EXPECT_EQ(keys(part.at("properties")), keys(value)) << part.value("title", "");
    EXPECT_EQ(part.at("additionalProperties"), false);
  };
  const Json& defs = schema.at("$defs");
  expect_same(schema, trace);
  expect_same(schema.at("properties").at("program"), trace.at("program"));
  expect_same(defs.at("actor"), trace.at("actors")[0]);
  expect_same(defs.at("event"), trace.at("events")[2]);
  expect_same(defs.at("reads"), trace.at("events")[2].at("reads"));
  expect_same(defs.at("access"), trace.at("events")[0].at("footprint")[0]);
  expect_same(defs.at("source"), trace.at("events")[0].at("source"));
  expect_same(defs.at("error"), trace.at("errors")[0]);
  expect_same(defs.at("blocked"), trace.at("blocked")[0]);
  expect_same(schema.at("properties").at("blamed").at("items"), trace.at("blamed")[0]);
}

TEST(TraceDocuments, TheSchemaNamesEveryKind) {
  const Json defs = Json::parse(document("trace.schema.json")).at("$defs");
  std::vector<std::string> accesses;
  for (int kind = 0; kind <= static_cast<int>(AccessKind::kGuarded); ++kind) {
    accesses.emplace_back(name(static_cast<AccessKind>(kind)));
  }
  EXPECT_EQ(defs.at("access").at("properties").at("kind").at("enum"), Json(accesses));
  std::vector<std::string> errors;
  for (int kind = 0; kind <= static_cast<int>(Finding::Kind::kLimit); ++kind) {
    errors.emplace_back(name(static_cast<Finding::Kind>(kind)));
  }
  EXPECT_EQ(defs.at("error").at("properties").at("kind").at("enum"), Json(errors));
}

TEST(TraceDocuments, TheExampleOfTheManualIsATrace) {
  const std::string page = document("trace.md");
  const std::size_t begin = page.find("```json\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t start = begin + 8;
  const std::string example = page.substr(start, page.find("```", start) - start);
  EXPECT_EQ(to_json(parse_trace(example, "trace.md")), example);
}

}  // namespace
}  // namespace heddle::core
