// Systems of other tools, if they are available: in HEDDLE_CORPUS, or corpus/ of the shared folder beside the project.
#include "systems.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace heddle::coverability {

namespace {

namespace fs = std::filesystem;

fs::path corpus() {
  const char *given = std::getenv("HEDDLE_CORPUS");
  return fs::path(given != nullptr ? given : "/work/shared/corpus") / "nets";
}

std::vector<fs::path> files(const std::string &folder, const std::string &extension) {
  std::vector<fs::path> result;
  if (!fs::exists(corpus() / folder))
    return result;
  for (const auto &entry : fs::directory_iterator(corpus() / folder)) {
    if (entry.path().extension() == extension)
      result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

Verdict ask(const fs::path &file) {
  const auto system = load(file.string(), {});
  EXPECT_TRUE(system) << system.error().message;
  support::Cancellation cancellation;
  cancellation.setDeadline(std::chrono::steady_clock::now() + std::chrono::seconds(5));
  Progress progress{.cancellation = cancellation};
  const Answer answer = check(*system, {}, progress);
  EXPECT_FALSE(answer.internalError) << file;
  if (answer.certificate) {
    EXPECT_TRUE(checkCertificate(*system, *answer.certificate)) << file;
  }
  return answer.verdict;
}

} // namespace

TEST(Corpus, TheSameSystemAsTtsAndAsSpecHasTheSameAnswer) {
  const auto systems = files("wahl-kroening", ".tts");
  if (systems.empty())
    GTEST_SKIP() << "no corpus here";
  std::size_t uncoverable = 0;
  for (const fs::path &file : systems) {
    const Verdict verdict = ask(file);
    EXPECT_NE(verdict, Verdict::Unknown) << file;
    uncoverable += verdict == Verdict::Uncoverable ? 1 : 0;
    const Verdict asNet = ask(fs::path(file).replace_extension(".spec"));
    EXPECT_TRUE(asNet == verdict || asNet == Verdict::Unknown) << file;
  }
  EXPECT_EQ(uncoverable, 2u);
}

TEST(Corpus, StatedResultsAreMet) {
  const auto systems = files("mist", ".spec");
  if (systems.empty())
    GTEST_SKIP() << "no corpus here";
  for (const fs::path &file : systems) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    const Verdict verdict = ask(file);
    if (verdict == Verdict::Unknown || line.find("expected result") == std::string::npos)
      continue;
    EXPECT_EQ(verdict == Verdict::Coverable, line.find("unsafe") != std::string::npos) << file;
  }
}

} // namespace heddle::coverability
