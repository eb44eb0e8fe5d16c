// Engines side by side, each in a process of its own, until one has a verdict.
#pragma once

#include "engines/engine.hpp"
#include "portfolio/engine_process.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace heddle::portfolio {

/// What a member needs to know of the others to decide whether it is time to start.
class Situation {
public:
  virtual ~Situation() = default;
  virtual bool hasStarted(std::size_t member) const = 0;
  virtual bool hasEnded(std::size_t member) const = 0;
  /// Zero if it has not been started.
  virtual std::chrono::milliseconds sinceStartOf(std::size_t member) const = 0;
  virtual std::size_t running() const = 0;
  /// What a member could not exclude; the members that start from now on are given it. Null if nothing is known.
  virtual const engines::Suspects *suspects() const = 0;
};

/// One run of an engine.
struct Member {
  std::string engine;
  EngineProcess::Work run;
  /// Asked until it is. A member whose time has not come when no other one runs is never started.
  std::function<bool(const Situation &)> isDue = [](const Situation &) { return true; };
  /// A proof is reported only after this member has ended, too, or has had a little more time: it may contradict it,
  /// and its warnings belong to the report.
  bool isAwaited = false;
};

/// The first verdict is the answer, but a proof that passes its check precedes others that were found while it was
/// checked; two contradictory verdicts are an InternalError. An engine that fails counts as
/// `unknown` and is listed in `failures`; if no engine has a verdict, the first failure is the answer. If there is
/// none, the answer is that of the first member in the list that is not awaited and has ended.
///
/// If the engines together exceed the memory limit of `context.cancellation`, the one that has taken most is stopped.
engines::Result runSideBySide(const std::vector<Member> &members, const engines::Context &context);

/// Engines order the addresses of objects differently. Where that matters is undefined behaviour, so that engines may
/// differ unless it is checked: then, a proof says that it does not matter.
bool mayDiffer(const program::Program &program);

} // namespace heddle::portfolio
