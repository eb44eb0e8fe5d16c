#include "engines/proof_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines {

using Clock = support::Cancellation::Clock;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

namespace {

constexpr nanoseconds leastTime = milliseconds(20);
constexpr int share = 5; // of the time spent so far

constexpr const char *advice = "--check-proof checks it however long it takes";

/// Why a check that was cut short has no result.
std::string reasonOf(const support::Cancellation &verification, nanoseconds time) {
  if (verification.reason() != support::StopReason::None)
    return "the verification was stopped";
  return fmt::format("that takes longer than {} ms; {}", std::chrono::duration_cast<milliseconds>(time).count(),
                     advice);
}

Answer withdrawn(const Context &context, const std::string &why) {
  return InternalError{InternalError::Kind::InvalidProof,
                       fmt::format("the proof of engine {} does not pass its check: {}", context.engine, why)};
}

Answer answerOf(const Context &context, const ProofCheck &check, NoViolation proved) {
  switch (check.kind) {
  case ProofCheck::Kind::Passed:
    proved.check = check.text;
    return proved;
  case ProofCheck::Kind::Failed:
    return withdrawn(context, check.text);
  case ProofCheck::Kind::Inconclusive:
    return Unknown{Unknown::Kind::Incomplete, "a proof was found, but " + check.text};
  case ProofCheck::Kind::NotModelled:
    proved.unchecked = check.text;
    return proved;
  case ProofCheck::Kind::Cancelled:
    break;
  }
  return cancelledOrGivenUp(context.cancellation);
}

/// For a check that no option asks for: it can withdraw the verdict, but not lose it.
Answer answerWithin(nanoseconds time, const Context &context, const ProofCheck &check, NoViolation proved) {
  switch (check.kind) {
  case ProofCheck::Kind::Passed:
  case ProofCheck::Kind::Failed:
  case ProofCheck::Kind::NotModelled:
    return answerOf(context, check, std::move(proved));
  case ProofCheck::Kind::Inconclusive:
    proved.unchecked = check.text;
    return proved;
  case ProofCheck::Kind::Cancelled:
    break;
  }
  proved.unchecked = reasonOf(context.cancellation, time);
  return proved;
}

} // namespace

nanoseconds checkTime(nanoseconds spent) { return std::max(leastTime, spent / share); }

void checkProof(const Context &context, bool isAskedFor, Outcome &outcome,
                const std::function<ProofCheck(support::Cancellation &)> &check) {
  if (!isAskedFor && !context.begin)
    return;
  context.announceProof();
  NoViolation proved = std::get<NoViolation>(std::move(outcome.answer));
  const Clock::time_point start = Clock::now();
  if (isAskedFor) {
    outcome.answer = answerOf(context, check(context.cancellation), std::move(proved));
  } else {
    const nanoseconds time = checkTime(start - *context.begin);
    support::Cancellation limited(&context.cancellation);
    limited.setDeadline(start + std::chrono::duration_cast<Clock::duration>(time));
    outcome.answer = answerWithin(time, context, check(limited), std::move(proved));
  }
  outcome.statistics.time("time.proof", Clock::now() - start);
}

} // namespace heddle::engines
