// The answers of engines, as types: no decision outside an engine depends on texts.
#pragma once

#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <string>
#include <variant>

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
  bool isChecked = false; // an independent checker has accepted the proof
  std::string proof;      // the invariant as text, if it was asked for and the engine has one
};

struct Unknown {
  enum class Kind : std::uint8_t {
    Bound,       // no violation up to a bound of the engine: depth, executions, states
    Unsupported, // a construct, a property or a combination that the engine does not handle
    Incomplete,  // the search is exhausted, but something was left out of the model or of the proof
    OutOfMemory, // an allocation failed
  };
  Kind kind = Kind::Incomplete;
  std::string text;
};

/// The work was asked to stop.
struct Cancelled {
  support::StopReason reason = support::StopReason::None;
  std::string progress; // what is known so far: "no violation up to depth 3"; may be empty
};

/// A defect of Heddle: a counterexample that does not replay, or a proof that fails its check.
struct InternalError {
  enum class Kind : std::uint8_t {
    NoReplay,     // the interpreter follows the counterexample, but reaches no violation
    NoExecution,  // the engine cannot turn its counterexample into an execution
    InvalidProof, // the proof fails its check
    Disagreement, // two engines give different verdicts
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

/// True, false, or an internal error, which no other engine's answer may hide.
inline bool isDefinite(const Answer &answer) {
  return verdictOf(answer) != Verdict::Unknown || std::holds_alternative<InternalError>(answer);
}

/// NoViolation; or Unknown, if the program has a warning that rules out every proof.
Answer proved(const program::Program &program);

/// For work that ended early: Cancelled, or Unknown if it was not cancelled but a solver gave up.
Answer cancelledOrGivenUp(const support::Cancellation &cancellation, std::string progress = {});

} // namespace heddle::engines
