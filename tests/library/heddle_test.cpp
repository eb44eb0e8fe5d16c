#include "library/heddle.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

/// A C file, as long as it exists.
class Source {
public:
  explicit Source(const std::string &text) {
    std::string pattern = (std::filesystem::temp_directory_path() / "heddle-library-XXXXXX.c").string();
    close(mkstemps(pattern.data(), 2));
    path_ = pattern;
    std::ofstream(path_) << text;
  }
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;
  ~Source() { std::filesystem::remove(path_); }
  heddle::Input input(std::vector<std::string> properties = {"unreach-call"}) const {
    return {.files = {path_}, .properties = std::move(properties)};
  }

private:
  std::string path_;
};

constexpr const char *lostUpdate = R"(
#include <assert.h>
#include <pthread.h>
int x;
void *add(void *unused) { x++; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == EXPECTED);
}
)";

TEST(Library, FindsAViolationWithItsTrace) {
  const Source source(lostUpdate);
  heddle::Input input = source.input();
  input.compilerArguments = {"-DEXPECTED=2"};
  const heddle::Loaded loaded = heddle::load(input);
  ASSERT_TRUE(loaded.program) << loaded.error;
  const heddle::Outcome outcome = heddle::verify(*loaded.program);
  EXPECT_EQ(outcome.verdict, heddle::Verdict::False) << outcome.reason;
  EXPECT_EQ(outcome.threads.size(), 3U);
  EXPECT_FALSE(outcome.trace.empty());
  EXPECT_NE(outcome.violation.find("x == EXPECTED"), std::string::npos) << outcome.violation;
}

TEST(Library, ProvesAndVerifiesAProgramTwice) {
  const Source source("int main(void) { return 0; }");
  const heddle::Loaded loaded = heddle::load(source.input({"unreach-call", "no-data-race"}));
  ASSERT_TRUE(loaded.program) << loaded.error;
  EXPECT_EQ(heddle::verify(*loaded.program).verdict, heddle::Verdict::True);
  EXPECT_EQ(heddle::verify(*loaded.program, {.engine = "explore"}).verdict, heddle::Verdict::True);
}

TEST(Library, SaysWhyThereIsNoVerdict) {
  const Source source("int n; int main(void) { while (n < 100) n++; return 0; }");
  const heddle::Loaded loaded = heddle::load(source.input());
  ASSERT_TRUE(loaded.program) << loaded.error;
  const heddle::Outcome outcome = heddle::verify(*loaded.program, {.engine = "bmc", .options = {{"--unwind", "2"}}});
  EXPECT_EQ(outcome.verdict, heddle::Verdict::Unknown);
  EXPECT_NE(outcome.reason.find("depth 2"), std::string::npos) << outcome.reason;
}

TEST(Library, ErrorsOfTheUserAreTexts) {
  const Source bad("int main(void) { return x; }");
  const heddle::Loaded loaded = heddle::load(bad.input());
  EXPECT_FALSE(loaded.program);
  EXPECT_NE(loaded.error.find("undeclared"), std::string::npos) << loaded.error;
  EXPECT_EQ(heddle::load(bad.input({"nonsense"})).error, "unknown property 'nonsense'");
  EXPECT_EQ(heddle::load({.files = {}}).error, "no file given");

  const Source good("int main(void) { return 0; }");
  const heddle::Loaded program = heddle::load(good.input());
  ASSERT_TRUE(program.program) << program.error;
  EXPECT_EQ(heddle::verify(*program.program, {.engine = "none"}).verdict, heddle::Verdict::Error);
  const heddle::Outcome outcome = heddle::verify(*program.program, {.engine = "explore", .options = {{"--x", ""}}});
  EXPECT_EQ(outcome.verdict, heddle::Verdict::Error);
  EXPECT_EQ(outcome.reason, "engine explore has no option --x");
}

} // namespace
