#include "report/json.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/source_dir.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

Result sample() {
  core::Trace trace;
  trace.actors = {{"main", core::kNoActor, 0, 0}, {"p", 0, 0, 1}};
  Result result;
  result.verdict = core::judge(true, false, {{"preemption bound 2", true}, {"time limit", false}});
  result.interleavings = 17;
  result.sleep_set_blocked = 1;
  result.events = ~0ULL;
  result.seconds = 0.0126;
  result.errors = {
      describe(trace, {core::Finding::Kind::kDeadlock, {0, 1}, "both wait", "t.toy", 3}, 9,
               "t.json"),
      describe(trace, {core::Finding::Kind::kLimit, {}, "too long", "", 0}, 0, "")};
  return result;
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> out;
  for (const auto& item : object.items()) out.push_back(item.key());
  return out;
}

TEST(ResultJson, HasEveryFieldWithItsValue) {
  const Json json = Json::parse(to_json(sample()));
  EXPECT_EQ(json.at("verdict"), "error");
  EXPECT_EQ(json.at("interleavings"), 17);
  EXPECT_EQ(json.at("sleep_set_blocked"), 1);
  EXPECT_EQ(json.at("events"), ~0ULL);
  EXPECT_EQ(json.at("seconds"), 0.013);  // to the millisecond
  EXPECT_EQ(json.at("bound"), "preemption bound 2 and time limit");
  const Json& error = json.at("errors")[0];
  EXPECT_EQ(error.at("kind"), "deadlock");
  EXPECT_EQ(error.at("process"), "main, p");
  EXPECT_EQ(error.at("reason"), "both wait");
  EXPECT_EQ(error.at("file"), "t.toy");
  EXPECT_EQ(error.at("line"), 3);
  EXPECT_EQ(error.at("interleaving"), 9);
  EXPECT_EQ(error.at("trace"), "t.json");
  EXPECT_EQ(error.at("trace_file"), "t.json");  // its name in earlier versions
}

TEST(ResultJson, WhatIsUnknownIsNull) {
  const Json error = Json::parse(to_json(sample())).at("errors")[1];
  for (const char* key : {"file", "line", "interleaving", "trace", "trace_file"}) {
    EXPECT_TRUE(error.at(key).is_null()) << key;
  }
  EXPECT_TRUE(Json::parse(to_json(Result{})).at("bound").is_null());
}

TEST(ResultJson, HasAWordForEveryAnswer) {
  const auto verdict = [](bool error, bool samples, std::vector<core::CutOff> cut_off) {
    Result result;
    result.verdict = core::judge(error, samples, std::move(cut_off));
    return Json::parse(to_json(result)).at("verdict").get<std::string>();
  };
  // The five situations of DESIGN.md section 9.
  EXPECT_EQ(verdict(false, false, {}), "verified");
  EXPECT_EQ(verdict(true, false, {}), "error");
  EXPECT_EQ(verdict(false, false, {{"preemption bound 2", true}}), "bounded");
  EXPECT_EQ(verdict(false, false, {{"interrupted", false}}), "inconclusive");
  EXPECT_EQ(verdict(false, true, {}), "sampled");
}

TEST(ResultJson, TextThatIsNotUtf8DoesNotBreakIt) {
  Result result = sample();
  result.errors[0].reason = "\xff";
  EXPECT_EQ(Json::parse(to_json(result)).at("errors")[0].at("reason"), "\xef\xbf\xbd");  // U+FFFD
}

TEST(ResultJson, TheSchemaNamesExactlyTheFieldsWritten) {
  std::ifstream file(tests::source_path("docs/formats/result.schema.json"));
  const Json schema = Json::parse(file);
  const Json json = Json::parse(to_json(sample()));
  EXPECT_EQ(keys(schema.at("properties")), keys(json));
  EXPECT_EQ(schema.at("required"), Json(keys(json)));
  const Json& error = schema.at("properties").at("errors").at("items");
  EXPECT_EQ(keys(error.at("properties")), keys(json.at("errors")[0]));
  EXPECT_EQ(error.at("required"), Json(keys(json.at("errors")[0])));
}

}  // namespace
}  // namespace heddle::report
