// The contract of an engine. A folder of src/engines/ exports one `Engine`, its descriptor; portfolio/engines.cpp lists
// them all. The command line, the portfolio, --help, the manual's table and the tests know engines only through that
// list, so that adding an engine touches its folder and one line.
#pragma once

#include "engines/answer.hpp"
#include "engines/facts.hpp"
#include "engines/option.hpp"
#include "engines/statistics.hpp"
#include "engines/suspect.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"
#include "support/log.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::engines {

/// Limits that every engine observes.
struct Limits {
  unsigned maxThreads = 64; // alive at the same time
};

/// Everything that an engine is given besides its own options.
struct Context {
  const program::Program &program;     // prepared as the engine wants it
  support::Cancellation &cancellation; // polled at least every 100 ms
  Limits limits = {};
  /// Called from time to time with one line on the progress, for a terminal.
  std::function<void(const std::string &)> report = [](const std::string &) {};
  support::LogRequest logs = {};
  /// The engine at work, for messages, and its log.
  std::string engine = {};
  support::Log log = {};
  /// When the verification began: proofs are checked for a share of the time since then (proof_check.hpp). None: they
  /// are checked only if an option asks for it.
  std::optional<support::Cancellation::Clock::time_point> begin = std::nullopt;
  /// Called when there is a proof that is about to be checked.
  std::function<void()> announceProof = [] {};
  /// What another engine could not exclude, so that violations are looked for there first; null if nothing is known.
  const Suspects *suspects = nullptr;
  /// What is known of the program; null: nothing.
  const Facts *facts = nullptr;

  /// The same for a part of the work that can be cancelled by itself.
  Context with(support::Cancellation &own) const {
    return {program, own, limits, report, logs, engine, log, begin, announceProof, suspects, facts};
  }
  /// The same for an engine.
  Context forEngine(std::string_view name) const {
    Context own = with(cancellation);
    own.engine = name;
    own.log = logs.logOf(own.engine);
    return own;
  }
};

/// The result of an engine's entry.
struct Outcome {
  Answer answer;
  std::vector<program::Warning> warnings = {}; // e.g. undefined behaviour that was met and not followed
  Statistics statistics = {};
  std::vector<Suspect> suspects = {}; // without a verdict: what could not be excluded, the most suspicious first
  /// Without a verdict: confirmed facts, as their certificate; empty if there are none.
  std::string facts = {};

  Verdict verdict() const { return verdictOf(answer); }
};

/// The result of running an engine, or several of them (`auto`).
struct Result {
  Answer answer;
  std::string engine; // that gave the answer
  std::vector<program::Warning> warnings;
  struct Run {
    std::string engine;
    Statistics statistics;
  };
  std::vector<Run> runs; // in the order in which they ended
  /// An internal error of an engine that is not the answer: the verdict, if any, comes from the others.
  struct Failure {
    std::string engine;
    std::string message;
  };
  std::vector<Failure> failures = {};
  /// If there is no verdict: what an engine could not exclude.
  Suspects suspects = {};
  /// If there is no verdict: confirmed facts, as their certificate.
  std::string facts = {};

  Verdict verdict() const { return verdictOf(answer); }
};

/// How the program is to be prepared for an engine.
struct Preparation {
  bool largeBlocks = true; // several local operations and one visible one on each action
};

/// An engine with its options, ready to run.
class Configuration {
public:
  virtual ~Configuration() = default;
  /// Bound to this object, which must outlive the list.
  virtual OptionList options() = 0;
  virtual Preparation preparation() const = 0;
  /// An error if an option does not fit the program: it names a loop that the program does not have.
  virtual std::optional<support::Error> check(const program::Program &program) const = 0;
  virtual Result run(const Context &context) const = 0;
};

struct Engine {
  std::string_view name;
  std::string_view description; // one line
  program::PropertySet finds;   // the properties whose violations it can find
  program::PropertySet proves;  // the properties that it can prove
  bool makesProofs = false;     // that can be written
  std::unique_ptr<Configuration> (*configure)();
};

/// Runs an engine's entry as the engine of that name.
template <typename Options>
Result runAs(std::string_view name, Outcome (*entry)(const Context &, const Options &), const Context &context,
             const Options &options) {
  Outcome outcome = entry(context.forEngine(name), options);
  return {std::move(outcome.answer),
          std::string(name),
          std::move(outcome.warnings),
          {{std::string(name), std::move(outcome.statistics)}},
          {},
          {std::string(name), std::move(outcome.suspects)},
          std::move(outcome.facts)};
}

/// A Configuration made of an engine's options and its entry. `Options` has `OptionList list()`, which binds the
/// options to its members, and may have `preparation` and `check`, as in Configuration.
template <const Engine &engine, typename Options, Outcome (*entry)(const Context &, const Options &)>
class Configured final : public Configuration {
public:
  OptionList options() override { return options_.list(); }
  Preparation preparation() const override {
    if constexpr (requires { options_.preparation(); })
      return options_.preparation();
    else
      return {};
  }
  std::optional<support::Error> check([[maybe_unused]] const program::Program &program) const override {
    if constexpr (requires { options_.check(program); })
      return options_.check(program);
    else
      return std::nullopt;
  }
  Result run(const Context &context) const override { return runAs(engine.name, entry, context, options_); }

  static std::unique_ptr<Configuration> make() { return std::make_unique<Configured>(); }

private:
  Options options_;
};

} // namespace heddle::engines
