// Differential testing: several engines run on the same program, and their answers must be consistent. Otherwise the
// program is shrunk before it is shown.
#pragma once

#include "campaign_size.hpp"
#include "engines/ask.hpp"
#include "shrink/saved_program.hpp"
#include "shrink/sketch_shrinker.hpp"
#include "sketch_as_c.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle::testing {

/// Cancels the engine if the program is harder than expected. The limit is effort, not time, so that the result does
/// not depend on the machine.
template <typename Options>
Outcome ask(Entry<Options> entry, const Program &program, const std::type_identity_t<Options> &options,
            std::uint64_t effort = 300'000) {
  support::Cancellation cancellation;
  cancellation.setEffort(effort);
  return entry({.program = program, .cancellation = cancellation}, options);
}

/// An engine with options, under a name for messages.
struct Asked {
  template <typename Options>
  Asked(std::string name_, Entry<Options> entry, std::type_identity_t<Options> options)
      : name(std::move(name_)), run([entry, options](const Context &context) { return entry(context, options); }) {}

  std::string name;
  std::function<Outcome(const Context &)> run;
};

inline Outcome ask(const Asked &asked, const Program &program, std::uint64_t effort = 300'000) {
  support::Cancellation cancellation;
  cancellation.setEffort(effort);
  return asked.run({.program = program, .cancellation = cancellation});
}

/// A C file as it is, without the prelude; nothing if it does not compile.
inline std::optional<Program> compileFile(const std::string &text, PropertySet properties) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("heddle-campaign-" + std::to_string(getpid()) + ".c")).string();
  std::ofstream(file) << text;
  frontend::Options options;
  options.files = {file};
  options.properties = properties;
  support::Expected<Program> program = frontend::load(options);
  std::filesystem::remove(file);
  if (!program)
    return std::nullopt;
  transform::prepare(*program);
  return std::move(*program);
}

/// For an engine on a random program. The few programs in a hundred that need more would take most of the time.
constexpr std::uint64_t effortOfCampaigns = 30'000;

class Campaign {
public:
  explicit Campaign(std::vector<Asked> engines) : engines_(std::move(engines)) {}

  /// `description` says where the program is from, for instance by its seed.
  void check(const Program &program, const std::string &description) {
    if (const std::optional<Failure> failure = judge(program))
      ADD_FAILURE() << failure->text << " on " << description;
  }

  /// A program in C, to which the prelude is added.
  void checkC(const std::string &text, PropertySet properties, const std::string &description) {
    const std::optional<Failure> failure = judge(compile(text, properties));
    if (!failure)
      return;
    const std::string whole = prelude + text;
    if (persistsInC(*failure, whole, properties))
      ADD_FAILURE() << failure->text << " on " << description << ", which shrinks to\n"
                    << save(*failure, whole, properties, description);
    else
      ADD_FAILURE() << failure->text << " on " << description << ":\n" << text;
  }

  /// A program that is built without the front end. Compiling its C text gives another Program, on which the engines
  /// may agree; in that case the Program itself is shown.
  void checkSketch(const ProgramSketch &sketch, const std::string &description) {
    const std::optional<Failure> failure = judge(buildProgram(sketch));
    if (!failure)
      return;
    shrink::Budget budget = shrink::campaignBudget();
    const ProgramSketch small = shrink::shrinkSketch(
        sketch, [&](const ProgramSketch &candidate) { return persists(*failure, buildProgram(candidate)); }, budget);
    const std::string text = toC(small);
    if (persistsInC(*failure, text, sketch.properties))
      ADD_FAILURE() << failure->text << " on " << description << ", which shrinks to\n"
                    << save(*failure, text, sketch.properties, description);
    else
      ADD_FAILURE() << failure->text << " on " << description << ", which shrinks to a program like\n"
                    << text << "but not to this C file; the program is\n"
                    << toText(buildProgram(small));
  }

  unsigned count(const std::string &engine, Verdict verdict) { return verdicts_[engine][verdict]; }

private:
  /// Either one engine with a complaint about its answer, or one that says true and one that says false.
  struct Failure {
    std::vector<const Asked *> engines;
    std::string text;
    std::uint64_t effort = effortOfCampaigns; // with which the failure is reproduced

    bool isConflict() const { return engines.size() == 2; }
  };

  std::optional<Failure> judge(const Program &program) {
    std::optional<Failure> failure;
    std::map<Verdict, const Asked *> said;
    for (const Asked *asked : enginesForNextProgram()) {
      const Outcome outcome = ask(*asked, program, effortOfCampaigns);
      const std::string wrong = complaint(program, outcome);
      if (!wrong.empty() && !failure)
        failure = Failure{{asked}, asked->name + ": " + wrong};
      said.emplace(outcome.verdict(), asked);
      ++verdicts_[asked->name][outcome.verdict()];
    }
    if (failure)
      return withLeastEffort(*failure, program);
    if (!said.contains(Verdict::True) || !said.contains(Verdict::False))
      return std::nullopt;
    const Asked *const proved = said[Verdict::True];
    const Asked *const refuted = said[Verdict::False];
    return withLeastEffort({{proved, refuted}, proved->name + " says true, " + refuted->name + " says false"}, program);
  }

  /// All engines. In long mode only the first, the last, which is the explorer, and the others in turn: a configuration
  /// is still asked about hundreds of programs, and a campaign takes a third of the time.
  std::vector<const Asked *> enginesForNextProgram() {
    const std::size_t others = engines_.size() - std::min<std::size_t>(2, engines_.size());
    const std::size_t turn = others == 0 ? 0 : 1 + programs_++ % others;
    std::vector<const Asked *> result;
    for (std::size_t i = 0; i < engines_.size(); ++i)
      if (!isInLongMode() || i == 0 || i == turn || i + 1 == engines_.size())
        result.push_back(&engines_[i]);
    return result;
  }

  /// Candidates often loop without end. Shrinking is fast only if engines give up on them early, so the least effort
  /// that reproduces the failure is used.
  static Failure withLeastEffort(Failure failure, const Program &program) {
    for (const std::uint64_t effort : {1'000U, 10'000U}) {
      Failure cheaper = failure;
      cheaper.effort = effort;
      if (persists(cheaper, program))
        return cheaper;
    }
    return failure;
  }

  /// Asks only the engines of the failure.
  static bool persists(const Failure &failure, const Program &program) {
    const auto answer = [&](const Asked *asked) { return ask(*asked, program, failure.effort); };
    if (!failure.isConflict())
      return !complaint(program, answer(failure.engines[0])).empty();
    return answer(failure.engines[0]).verdict() == Verdict::True &&
           answer(failure.engines[1]).verdict() == Verdict::False;
  }
  static bool persistsInC(const Failure &failure, const std::string &text, PropertySet properties) {
    const std::optional<Program> program = compileFile(text, properties);
    return program && persists(failure, *program);
  }

  /// In a conflict the expected verdict is false, since `complaint` has replayed the counterexample.
  static std::string save(const Failure &failure, const std::string &text, PropertySet properties,
                          const std::string &description) {
    const ::testing::TestInfo *test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string name = std::string(test->test_suite_name()) + " " + test->name() + " " + description;
    shrink::Budget budget = shrink::campaignBudget();
    return shrink::shrinkAndSave(
        text, [&](const std::string &candidate) { return persistsInC(failure, candidate, properties); },
        {shrink::asFileName(name), properties, failure.isConflict() ? std::optional(false) : std::nullopt,
         commandName(failure.engines[0]->name)},
        budget);
  }

  /// The value of --engine: "cegar" for "cegar, explicit".
  static std::string commandName(const std::string &name) {
    for (const char *engine : {"bmc", "trace", "lazy", "cegar", "explore"})
      if (name.find(engine) != std::string::npos)
        return engine;
    return "";
  }

  std::vector<Asked> engines_;
  std::uint64_t programs_ = 0; // judged so far
  std::map<std::string, std::map<Verdict, unsigned>> verdicts_;
};

} // namespace heddle::testing
