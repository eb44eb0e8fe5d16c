// Several engines are asked the same; what they say must fit together.
#pragma once

#include "engines/ask.hpp"

#include <map>
#include <string>
#include <vector>

namespace heddle::testing {

/// Stops, without a verdict, when a program is harder than such programs should be: by effort, not by the clock, so
/// that what is found does not depend on the machine.
inline Outcome ask(Engine engine, const Program &program, const Options &options) {
  support::Cancellation cancellation;
  cancellation.setEffort(300'000);
  engines::Progress progress{cancellation};
  return engine(program, options, progress);
}

struct Asked {
  std::string name;
  Engine engine;
  Options options;
};

class Campaign {
public:
  explicit Campaign(std::vector<Asked> engines) : engines_(std::move(engines)) {}

  /// `description` is what is shown if something is wrong.
  void check(const Program &program, const std::string &description) {
    std::map<Verdict, std::string> said;
    for (const Asked &asked : engines_) {
      const Outcome outcome = ask(asked.engine, program, asked.options);
      EXPECT_EQ(complaint(program, outcome), "") << asked.name << " on " << description;
      said.emplace(outcome.verdict, asked.name);
      ++verdicts_[asked.name][outcome.verdict];
    }
    EXPECT_FALSE(said.contains(Verdict::True) && said.contains(Verdict::False))
        << said[Verdict::True] << " says true, " << said[Verdict::False] << " says false on " << description;
  }

  unsigned count(const std::string &engine, Verdict verdict) { return verdicts_[engine][verdict]; }

private:
  std::vector<Asked> engines_;
  std::map<std::string, std::map<Verdict, unsigned>> verdicts_;
};

} // namespace heddle::testing
