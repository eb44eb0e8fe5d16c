// The answers of engines, as types: no decision outside an engine depends on texts.
#pragma once

#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heddle::engines {

/// The final result of a verification.
enum class Verdict : std::uint8_t { True, False, Unknown };

/// An execution that violates the property: the record of the replay that has confirmed it. `trace.violation` is set,
/// `trace.schedule` leads to it.
struct Counterexample {
  interpreter::Trace trace;
};

/// Proved for every interleaving, every input and every number of loop iterations.
struct NoViolation {
  std::string check = {};                    // how the proof was checked independently; empty if it was not
  std::string unchecked = {};                // why a check has no result, if there was one
  std::string proof = {};                    // the invariant as text, if it was asked for and the engine has one
  std::vector<std::string> assumptions = {}; // on which the proof rests, as they are named to the user
  std::vector<std::string> unreached = {};   // points that no execution gets to: "the end of main"
};

struct Unknown {
  enum class Kind : std::uint8_t {
    Bound,       // no violation up to a bound of the engine: depth, executions, states
    Unsupported, // a construct, a property or a combination that the engine does not handle
    Incomplete,  // the search is exhausted, but something was left out of the model or of the proof
    OutOfMemory, // an allocation failed
    Undefined,   // undefined behaviour is reachable, so the proof covers only a part of the executions
    Unmodelled,  // the answer rests on a function of which nothing is known
  };
  Kind kind = Kind::Incomplete;
  std::string text;
  /// An execution that supports the answer, if there is one: a violation that rests on an unknown function.
  std::optional<interpreter::Trace> trace = std::nullopt;
};

/// The work was asked to stop.
struct Cancelled {
  support::StopReason reason = support::StopReason::None;
  std::string progress; // what is known so far: "no violation up to depth 3"; may be empty
};

/// A defect of Heddle: a counterexample that does not replay, a proof that fails its check, or an engine that fails.
struct InternalError {
  enum class Kind : std::uint8_t {
    NoReplay,     // the interpreter follows the counterexample, but reaches no violation
    NoExecution,  // the engine cannot turn its counterexample into an execution
    InvalidProof, // the proof fails its check
    Disagreement, // two engines give different verdicts
    Exception,    // the engine has thrown
    Crash,        // the process of the engine has ended without an answer
  };
  Kind kind = Kind::NoReplay;
  std::string message;
};

using Answer = std::variant<Unknown, Counterexample, NoViolation, Cancelled, InternalError>;

inline Verdict verdictOf(const Answer &answer) {
  if (std::holds_alternative<Counterexample>(answer))
    return Verdict::False;
  return std::holds_alternative<NoViolation>(answer) ? Verdict::True : Verdict::Unknown;
}

/// The execution that violates a property: of a counterexample, or of an answer that rests on unknown functions.
inline const interpreter::Trace *violatingTrace(const Answer &answer) {
  if (const auto *counterexample = std::get_if<Counterexample>(&answer))
    return &counterexample->trace;
  const auto *unknown = std::get_if<Unknown>(&answer);
  return unknown != nullptr && unknown->trace ? &*unknown->trace : nullptr;
}

/// True, false, or an internal error: the engine has nothing to add. In a portfolio, an internal error counts as the
/// `unknown` of its engine, and is reported besides the verdict of the others.
inline bool isDefinite(const Answer &answer) {
  return verdictOf(answer) != Verdict::Unknown || std::holds_alternative<InternalError>(answer);
}

/// NoViolation; or Unknown, if the program has a warning that rules out every proof.
Answer proved(const program::Program &program);

/// For work that ended early: Cancelled, or Unknown if it was not cancelled but a solver gave up.
Answer cancelledOrGivenUp(const support::Cancellation &cancellation, std::string progress = {});

} // namespace heddle::engines
