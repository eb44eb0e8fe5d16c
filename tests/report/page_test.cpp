#include "report/page.hpp"

#include "fixture.hpp"
#include "report/json.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

std::string dataOf(const std::string &page) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const std::size_t at = page.find(begin) + begin.size();
  return page.substr(at, page.find("</script>", at) - at);
}

TEST(Page, HoldsTheReportAndTheSourcesThatItRefersTo) {
  const LostUpdate example;
  const Question asked{.files = {}, .dataModel = program::DataModel::LP64, .properties = {}, .origin = {}};
  const engines::Result result{engines::Counterexample{example.trace}, "random", {}, {}};

  const Json data = Json::parse(dataOf(page({pagePart(reportOf(asked, result, "", example.program))})));

  ASSERT_EQ(data.size(), 1U);
  EXPECT_EQ(data[0]["report"]["verdict"], "false");
  ASSERT_EQ(data[0]["sources"].size(), 1U);
  EXPECT_NE(data[0]["sources"].begin()->get<std::string>().find("\tcounter++;"), std::string::npos);
}

TEST(Page, HoldsAPartForEachProperty) {
  const std::string part = pagePart({{"verdict", "unknown"}, {"properties", {"no-deadlock"}}});
  EXPECT_EQ(Json::parse(dataOf(page({part, part}))).size(), 2U);
}

TEST(Page, IsNotEndedByTextOfTheProgram) {
  const std::string text = "</script><!--\u2028";
  const std::string data = dataOf(page({pagePart({{"verdict", "unknown"}, {"reason", text}})}));
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_EQ(data.find("\u2028"), std::string::npos);
  EXPECT_EQ(Json::parse(data)[0]["report"]["reason"], text);
}

TEST(Page, LoadsAScriptOnlyIfItFollowsTheSources) {
  const std::string still = page({});
  const std::string live = page({}, LivePage{.version = "7.1", .script = "a</script>.live.js"});
  EXPECT_NE(still.find("script-src 'unsafe-inline';"), std::string::npos);
  EXPECT_NE(still.find(R"(id="live">null</script>)"), std::string::npos);
  EXPECT_NE(live.find("script-src 'unsafe-inline' file:;"), std::string::npos);
  EXPECT_NE(live.find(R"("version":"7.1")"), std::string::npos);
  EXPECT_EQ(live.find("a</script>"), std::string::npos);
}

TEST(Page, LeavesOutSourcesThatCannotBeRead) {
  const Json data = Json::parse(pagePart({{"files", {"/no/such/file.c"}}}));
  EXPECT_TRUE(data["sources"].empty());
}

} // namespace
} // namespace heddle::report
