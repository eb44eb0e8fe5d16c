// Questions to the engines, about programs that are written as C or built by hand.
#pragma once

#include "engines/bmc/bmc.hpp"
#include "engines/explore/explore.hpp"
#include "frontend/frontend.hpp"
#include "interpreter/execution.hpp"
#include "transform/prepare.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <unistd.h>

namespace heddle::engines {

inline std::ostream &operator<<(std::ostream &out, Verdict verdict) {
  return out << (verdict == Verdict::True ? "true" : verdict == Verdict::False ? "false" : "unknown");
}

} // namespace heddle::engines

namespace heddle::testing {

using engines::Options;
using engines::Outcome;
using engines::Verdict;
using program::Program;
using program::Property;
using program::PropertySet;

constexpr PropertySet memorySafety{Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};

/// What C programs of these tests may use without saying so. It is one line, so that a line of the text is the
/// next line of the file.
inline constexpr const char *prelude =
    "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n#include <semaphore.h>\n"
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); "
    "extern unsigned char __VERIFIER_nondet_uchar(void); extern _Bool __VERIFIER_nondet_bool(void); "
    "extern void __VERIFIER_assume(int); extern void __VERIFIER_atomic_begin(void); "
    "extern void __VERIFIER_atomic_end(void);\n"
    "static void check(int c) { if (!c) reach_error(); }\n"
    "static pthread_t start(void *(*f)(void *), void *a) { pthread_t t; pthread_create(&t, 0, f, a); return t; }\n"
    "static void join(pthread_t t) { pthread_join(t, 0); }\n"
    "#line 1\n";

inline support::Expected<Program> tryCompile(const std::string &text, PropertySet properties,
                                             std::optional<program::DataModel> dataModel = std::nullopt,
                                             const transform::PrepareOptions &preparation = {}) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("heddle-bmc-" + std::to_string(getpid()) + ".c")).string();
  std::ofstream(file) << prelude << text;
  frontend::Options options;
  options.files = {file};
  options.properties = properties;
  options.dataModel = dataModel;
  support::Expected<Program> program = frontend::load(options);
  std::filesystem::remove(file);
  if (program)
    transform::prepare(*program, preparation);
  return program;
}

inline Program compile(const std::string &text, PropertySet properties = {Property::UnreachCall},
                       const transform::PrepareOptions &preparation = {}) {
  support::Expected<Program> program = tryCompile(text, properties, std::nullopt, preparation);
  if (!program)
    throw std::runtime_error(program.error().message);
  return std::move(*program);
}

using Engine = Outcome (*)(const Program &, const Options &, engines::Progress &);

/// For questions that come to an end by themselves.
inline Outcome askWithoutLimit(Engine engine, const Program &program, const Options &options = {}) {
  support::Cancellation cancellation;
  engines::Progress progress{cancellation};
  return engine(program, options, progress);
}

inline Outcome askBmc(const Program &program, const Options &options = {}) {
  return askWithoutLimit(engines::bmc::run, program, options);
}

inline Outcome askExplorer(const Program &program, const Options &options = {}) {
  return askWithoutLimit(engines::explore::run, program, options);
}

/// What is wrong with an outcome whatever the program is; empty if nothing.
inline std::string complaint(const Program &program, const Outcome &outcome) {
  if (outcome.internalError)
    return "internal error: " + *outcome.internalError;
  if (outcome.verdict == Verdict::Unknown)
    return outcome.reason.empty() ? "unknown without a reason" : "";
  if (outcome.verdict == Verdict::True)
    return "";
  if (!outcome.schedule || !outcome.violation)
    return "false without a counterexample";
  const auto trace = interpreter::replay(program, *outcome.schedule);
  if (!trace)
    return "the counterexample does not replay: " + trace.error().message;
  if (!trace->violation || trace->violation->property != outcome.violation->property)
    return "the counterexample replays to something else";
  return "";
}

inline std::string statistic(const Outcome &outcome, const std::string &name) {
  for (const engines::Statistic &statistic : outcome.statistics)
    if (statistic.name == name)
      return statistic.value;
  ADD_FAILURE() << "no statistic '" << name << "'";
  return "0";
}

inline unsigned long number(const Outcome &outcome, const std::string &name) {
  return std::stoul(statistic(outcome, name));
}

/// The verdict of bmc on a C program, which must be the same with the monolithic encoding.
inline Verdict verdictOf(const std::string &text, PropertySet properties = {Property::UnreachCall},
                         Options options = {}) {
  const Program program = compile(text, properties);
  const Outcome refined = askBmc(program, options);
  EXPECT_EQ(complaint(program, refined), "");
  options.monolithic = true;
  const Outcome monolithic = askBmc(program, options);
  EXPECT_EQ(complaint(program, monolithic), "") << "monolithic";
  EXPECT_EQ(refined.verdict, monolithic.verdict) << "monolithic";
  if (refined.verdict == Verdict::Unknown)
    std::cout << "unknown: " << refined.reason << '\n';
  return refined.verdict;
}

} // namespace heddle::testing
