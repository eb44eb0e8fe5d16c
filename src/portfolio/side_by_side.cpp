// The process that starts the engines does no work itself. It waits for their messages, and every few milliseconds
// looks whether a member is due, whether it was itself requested to stop, and how much memory the engines have. Engines
// are requested to stop first, because what they know so far is worth reporting, and are killed if they do not answer
// soon.
//
// An engine that has a proof says so before it checks it. Until the check has ended, no further member is started, but
// those at work continue, because the check may fail. A proof that another engine has in the meantime does not win.
#include "portfolio/side_by_side.hpp"

#include "engines/modular/facts.hpp"
#include "portfolio/status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>

namespace heddle::portfolio {

using engines::InternalError;
using engines::Result;
using engines::Verdict;
using support::StopReason;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds interval{10};          // between two looks
constexpr milliseconds memoryInterval{50};    // between two looks at the memory
constexpr milliseconds statusInterval{100};   // between two reports of the status
constexpr milliseconds timeToStop{80};        // from a request of the user or the time limit to SIGKILL
constexpr milliseconds timeToFree{250};       // the same for an engine that uses too much memory
constexpr milliseconds timeToContradict{250}; // for an awaited member after a proof

class Team final : public Situation {
public:
  Team(const std::vector<Member> &members, const engines::Context &context)
      : members_(members), context_(context), log_(context.logs.logOf("auto")), states_(members.size()) {}

  Result run();

  bool hasStarted(std::size_t member) const override { return states_[member].isStarted; }
  bool hasEnded(std::size_t member) const override { return states_[member].result.has_value(); }
  milliseconds sinceStartOf(std::size_t member) const override {
    const State &state = states_[member];
    return state.isStarted ? std::chrono::duration_cast<milliseconds>(Clock::now() - state.start) : milliseconds(0);
  }
  std::size_t running() const override {
    return static_cast<std::size_t>(
        std::count_if(states_.begin(), states_.end(), [](const State &state) { return state.isRunning(); }));
  }
  const engines::Suspects *suspects() const override {
    for (const std::size_t member : ended_)
      if (const engines::Suspects &suspects = states_[member].result->suspects; !suspects.list.empty())
        return &suspects;
    return nullptr;
  }

private:
  struct State {
    std::unique_ptr<EngineProcess> process;
    bool isStarted = false;
    Clock::time_point start;
    std::optional<Clock::time_point> killTime; // after a request to stop
    std::optional<Result> result;
    std::string progress; // what it has reported last

    bool isRunning() const { return isStarted && !result; }
    bool hasAnnouncedProof() const { return process && process->hasAnnouncedProof(); }
    bool hasProved() const { return result && result->verdict() == Verdict::True; }
  };

  static bool hasCheckedProof(const State &state) {
    return state.hasProved() && !std::get<engines::NoViolation>(state.result->answer).check.empty();
  }

  void startDueMembers();
  void start(std::size_t member);
  void awaitMessages();
  void receive(std::size_t member);
  void end(std::size_t member);
  void reportStatus();
  void stopAll(StopReason reason);
  void killOverdue();
  void limitMemory();
  bool isDecided();
  void killAll();
  Result summary();

  const std::vector<Member> &members_;
  const engines::Context &context_;
  support::Log log_;
  std::vector<State> states_;
  std::vector<std::size_t> ended_;      // members, in the order in which they have ended
  std::optional<engines::Facts> facts_; // of a member that has ended, for those that start later
  std::optional<Clock::time_point> proofTime_;
  Clock::time_point nextMemoryCheck_;
  Clock::time_point nextStatus_;
  bool isStopped_ = false;
};

Result Team::run() {
  while (!isDecided()) {
    if (!isStopped_ && context_.cancellation.poll())
      stopAll(context_.cancellation.reason());
    if (!isStopped_ && !proofTime_)
      startDueMembers();
    if (running() == 0)
      break;
    awaitMessages();
    reportStatus();
    limitMemory();
    killOverdue();
  }
  killAll();
  return summary();
}

void Team::startDueMembers() {
  for (std::size_t member = 0; member < members_.size(); ++member)
    if (!states_[member].isStarted && members_[member].isDue(*this))
      start(member);
}

void Team::start(std::size_t member) {
  State &state = states_[member];
  const std::string &engine = members_[member].engine;
  state.isStarted = true;
  state.start = Clock::now();
  log_.info("starts engine {}", engine);
  try {
    engines::Context own = context_.with(context_.cancellation);
    if (const engines::Suspects *found = suspects())
      own.suspects = found;
    own.facts = facts_ ? &*facts_ : nullptr;
    state.process = std::make_unique<EngineProcess>(engine, members_[member].run, own);
  } catch (const std::system_error &error) {
    state.result = Result{engines::Unknown{engines::Unknown::Kind::OutOfMemory,
                                           fmt::format("no process for engine {}: {}", engine, error.code().message())},
                          engine,
                          {},
                          {}};
    ended_.push_back(member);
  }
}

void Team::awaitMessages() {
  std::vector<pollfd> descriptors;
  for (const State &state : states_)
    if (state.isRunning())
      descriptors.push_back({.fd = state.process->descriptor(), .events = POLLIN, .revents = 0});
  poll(descriptors.data(), descriptors.size(), static_cast<int>(interval.count())); // a signal ends it, too
  for (std::size_t member = 0; member < members_.size(); ++member)
    if (states_[member].isRunning())
      receive(member);
}

void Team::receive(std::size_t member) {
  EngineProcess &process = *states_[member].process;
  process.receive([&](const std::string &text) { states_[member].progress = text; });
  if (process.hasAnnouncedProof() && !proofTime_) {
    proofTime_ = Clock::now();
    log_.info("engine {} has a proof and checks it", members_[member].engine);
  }
  if (process.isDone())
    end(member);
}

/// A line for each engine at work.
void Team::reportStatus() {
  if (Clock::now() < nextStatus_)
    return;
  nextStatus_ = Clock::now() + statusInterval;
  std::vector<std::string> lines;
  for (std::size_t member = 0; member < members_.size(); ++member)
    if (const State &state = states_[member]; state.isRunning())
      lines.push_back(
          statusLine(members_[member].engine, sinceStartOf(member), state.process->residentMemory(), state.progress));
  if (!lines.empty())
    context_.report(fmt::format("{}", fmt::join(lines, "\n")));
}

void Team::end(std::size_t member) {
  State &state = states_[member];
  state.result = state.process->result(context_);
  ended_.push_back(member);
  log_.info("engine {} has ended after {} ms: {}", members_[member].engine, sinceStartOf(member).count(),
            state.hasProved()                                    ? "true"
            : state.result->verdict() == engines::Verdict::False ? "false"
                                                                 : "no verdict");
  if (!facts_ && !state.result->facts.empty())
    facts_ = engines::modular::readFacts(context_.program, std::move(state.result->facts));
  if (state.hasProved() && !proofTime_)
    proofTime_ = Clock::now();
  // The check of its proof may have failed.
  if (std::none_of(states_.begin(), states_.end(), [](const State &other) {
        return other.hasProved() || (other.isRunning() && other.hasAnnouncedProof());
      }))
    proofTime_.reset();
}

void Team::stopAll(StopReason reason) {
  isStopped_ = true;
  log_.info("stops all engines");
  for (State &state : states_)
    if (state.isRunning()) {
      state.process->stop(reason);
      state.killTime = Clock::now() + timeToStop;
    }
}

void Team::killOverdue() {
  for (std::size_t member = 0; member < members_.size(); ++member) {
    State &state = states_[member];
    if (!state.isRunning() || !state.killTime || Clock::now() < *state.killTime)
      continue;
    state.process->kill();
    end(member);
  }
}

/// No engine is stopped while there is memory for all. If there is not, the one that has taken most has more than its
/// share.
void Team::limitMemory() {
  const std::optional<std::uint64_t> limit = context_.cancellation.memoryLimit();
  if (!limit || Clock::now() < nextMemoryCheck_)
    return;
  nextMemoryCheck_ = Clock::now() + memoryInterval;
  std::uint64_t total = support::residentMemory();
  std::uint64_t most = 0;
  State *largest = nullptr;
  for (State &state : states_) {
    // An engine that was requested to stop is about to free its memory.
    if (!state.isRunning() || state.killTime)
      continue;
    const std::uint64_t memory = state.process->memory();
    total += memory;
    if (memory >= most)
      largest = &state;
    most = std::max(most, memory);
  }
  if (total <= *limit || largest == nullptr)
    return;
  log_.info("stops an engine that has taken {} MB, the most of all", most >> 20U);
  largest->process->stop(StopReason::Memory);
  largest->killTime = Clock::now() + timeToFree;
}

bool Team::isDecided() {
  const auto any = [&](const auto &condition) { return std::any_of(states_.begin(), states_.end(), condition); };
  if (any([](const State &state) { return state.result && state.result->verdict() == Verdict::False; }))
    return true;
  if (!any([](const State &state) { return state.hasProved(); }))
    return false;
  if (isStopped_)
    return true;
  const bool isChecked = any(hasCheckedProof);
  const bool hasTime = Clock::now() <= *proofTime_ + timeToContradict;
  bool isAwaiting = false;
  for (std::size_t member = 0; member < members_.size(); ++member) {
    State &state = states_[member];
    if (!state.isRunning())
      continue;
    if ((members_[member].isAwaited && hasTime) || (state.hasAnnouncedProof() && !isChecked))
      isAwaiting = true;
    else
      state.killTime = Clock::now();
  }
  return !isAwaiting;
}

/// An engine that has already answered is still heard: it may contradict.
void Team::killAll() {
  for (State &state : states_)
    if (state.isRunning())
      state.process->kill();
  for (std::size_t member = 0; member < members_.size(); ++member)
    if (states_[member].isRunning()) {
      receive(member);
      if (states_[member].isRunning())
        end(member);
    }
}

Result Team::summary() {
  Result summary;
  std::optional<std::size_t> proved;
  std::optional<std::size_t> refuted;
  for (const std::size_t member : ended_) {
    Result &result = *states_[member].result;
    std::move(result.runs.begin(), result.runs.end(), std::back_inserter(summary.runs));
    std::move(result.warnings.begin(), result.warnings.end(), std::back_inserter(summary.warnings));
    if (summary.suspects.list.empty())
      summary.suspects = std::move(result.suspects);
    if (const auto *error = std::get_if<InternalError>(&result.answer))
      summary.failures.push_back({result.engine, error->message});
    const bool isBetter = !proved || (hasCheckedProof(states_[member]) && !hasCheckedProof(states_[*proved]));
    if (result.verdict() == Verdict::True && isBetter)
      proved = member;
    if (result.verdict() == Verdict::False && !refuted)
      refuted = member;
  }
  // A member may have been ended while it checked its proof.
  for (const std::size_t member : ended_)
    if (refuted && !proved && states_[member].hasAnnouncedProof() &&
        std::holds_alternative<engines::Cancelled>(states_[member].result->answer))
      proved = member;
  if (proved && refuted && mayDiffer(context_.program)) {
    proved.reset();
  } else if (proved && refuted) {
    summary.answer = InternalError{
        InternalError::Kind::Disagreement,
        fmt::format("engine {} says true, engine {} says false", members_[*proved].engine, members_[*refuted].engine)};
    return summary;
  }
  const auto take = [&](std::size_t member) {
    summary.answer = std::move(states_[member].result->answer);
    summary.engine = members_[member].engine;
  };
  if (proved || refuted) {
    take(proved ? *proved : *refuted);
  } else if (!summary.failures.empty()) {
    const Result::Failure first = summary.failures.front();
    summary.failures.erase(summary.failures.begin());
    const auto failed = std::find_if(ended_.begin(), ended_.end(), [&](std::size_t member) {
      return std::holds_alternative<InternalError>(states_[member].result->answer);
    });
    take(*failed);
    std::get<InternalError>(summary.answer).message = fmt::format("engine {}: {}", first.engine, first.message);
  } else if (!ended_.empty()) {
    // Awaited members are short, so their reasons come last.
    take(*std::min_element(ended_.begin(), ended_.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(members_[a].isAwaited, a) < std::pair(members_[b].isAwaited, b);
    }));
  } else {
    summary.answer = engines::Cancelled{context_.cancellation.reason(), {}};
  }
  return summary;
}

} // namespace

bool mayDiffer(const program::Program &program) {
  return program.ordersAddresses && !program.properties.contains(program::Property::DefinedBehaviour);
}

Result runSideBySide(const std::vector<Member> &members, const engines::Context &context) {
  return Team(members, context).run();
}

} // namespace heddle::portfolio
