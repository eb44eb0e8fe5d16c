// Runs engines on programs in C or built by hand.
#pragma once

#include "engines/bmc/bmc.hpp"
#include "engines/explore/explore.hpp"
#include "frontend/frontend.hpp"
#include "interpreter/execution.hpp"
#include "properties.hpp"
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

using engines::Context;
using engines::Outcome;
using engines::Verdict;
using program::Program;
using program::Property;
using program::PropertySet;

/// Declarations for the C programs of these tests. Line numbers count from the line after it.
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

template <typename Options> using Entry = Outcome (*)(const Context &, const Options &);

/// For engines and programs that terminate without a limit.
template <typename Options>
Outcome askWithoutLimit(Entry<Options> entry, const Program &program, const Options &options = {}) {
  support::Cancellation cancellation;
  return entry({.program = program, .cancellation = cancellation}, options);
}

inline Outcome askBmc(const Program &program, const engines::bmc::Options &options = {}) {
  return askWithoutLimit(engines::bmc::run, program, options);
}

inline Outcome askExplorer(const Program &program, const engines::explore::Options &options = {}) {
  return askWithoutLimit(engines::explore::run, program, options);
}

inline const engines::InternalError *internalErrorOf(const Outcome &outcome) {
  return std::get_if<engines::InternalError>(&outcome.answer);
}

/// The trace of a counterexample; null if there is none.
inline const interpreter::Trace *traceOf(const Outcome &outcome) {
  const auto *counterexample = std::get_if<engines::Counterexample>(&outcome.answer);
  return counterexample != nullptr ? &counterexample->trace : nullptr;
}

/// Why there is no verdict; empty if there is one, or no reason.
inline std::string reasonOf(const Outcome &outcome) {
  if (const auto *unknown = std::get_if<engines::Unknown>(&outcome.answer))
    return unknown->text;
  const auto *cancelled = std::get_if<engines::Cancelled>(&outcome.answer);
  return cancelled != nullptr && cancelled->reason != support::StopReason::None ? "cancelled" : "";
}

/// How far cancelled work got.
inline std::string progressOf(const Outcome &outcome) {
  const auto *cancelled = std::get_if<engines::Cancelled>(&outcome.answer);
  return cancelled != nullptr ? cancelled->progress : "";
}

inline engines::NoViolation proofOf(const Outcome &outcome) {
  const auto *proved = std::get_if<engines::NoViolation>(&outcome.answer);
  return proved != nullptr ? *proved : engines::NoViolation{};
}

/// An error in the outcome that does not depend on the expected verdict; empty if there is none.
inline std::string complaint(const Program &program, const Outcome &outcome) {
  if (const engines::InternalError *error = internalErrorOf(outcome))
    return "internal error: " + error->message;
  if (outcome.verdict() == Verdict::Unknown)
    return reasonOf(outcome).empty() ? "unknown without a reason" : "";
  if (outcome.verdict() == Verdict::True)
    return "";
  const interpreter::Trace &found = *traceOf(outcome);
  if (!found.violation)
    return "false without a violation";
  const auto trace = interpreter::replay(program, found.schedule);
  if (!trace)
    return "the counterexample does not replay: " + trace.error().message;
  if (!trace->violation || trace->violation->property != found.violation->property)
    return "the counterexample replays to another violation or none";
  return "";
}

inline unsigned long number(const Outcome &outcome, const std::string &id) {
  for (const engines::Statistic &statistic : outcome.statistics.list())
    if (statistic.id == id)
      return static_cast<unsigned long>(statistic.value);
  ADD_FAILURE() << "no statistic '" << id << "'";
  return 0;
}

/// The verdict of bmc on a C program, which must be the same with the monolithic encoding.
inline Verdict verdictOf(const std::string &text, PropertySet properties = {Property::UnreachCall},
                         engines::bmc::Options options = {}) {
  const Program program = compile(text, properties);
  const Outcome refined = askBmc(program, options);
  EXPECT_EQ(complaint(program, refined), "");
  options.solving.monolithic = true;
  const Outcome monolithic = askBmc(program, options);
  EXPECT_EQ(complaint(program, monolithic), "") << "monolithic";
  EXPECT_EQ(refined.verdict(), monolithic.verdict()) << "monolithic";
  if (refined.verdict() == Verdict::Unknown)
    std::cout << "unknown: " << reasonOf(refined) << '\n';
  return refined.verdict();
}

} // namespace heddle::testing
