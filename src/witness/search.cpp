// Each attempt is one execution of the interpreter. The thread of the next waypoint runs until it has passed it. A
// thread that has passed its waypoint goes on to the end of the statement, since most tools take statements for atomic,
// unless its own next waypoint is in the same line: then the witness says that it is interrupted inside the statement.
// The first attempts follow these rules exactly, later ones deviate from them at random, more and more often, because a
// witness leaves choices open: where inside a statement a thread is interrupted, which waiter a signal wakes, values.
//
// The witness only restricts and orders the search. What is found is an execution of the program, and it is replayed
// without the witness before it counts.
#include "witness/search.hpp"

#include "interpreter/directed.hpp"
#include "support/hash.hpp"
#include "witness/waypoint_matcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace heddle::witness {

using interpreter::Bits;
using interpreter::InputRequest;
using interpreter::Occurrence;
using interpreter::State;

namespace {

/// Feeds the matcher.
class Follower : public interpreter::Director {
public:
  Follower(const program::Program &program, const Route &route, const ObservedProgram *observed, bool numbersAreSlots)
      : program_(program), matcher_(program, route, observed, numbersAreSlots) {}

  using interpreter::Director::choose;
  void occurred(const State & /*state*/, const Occurrence &occurrence) override { matcher_.occurred(occurrence); }
  void takes(const State &state, unsigned thread, program::ActionId action) override {
    matcher_.takes(state, thread, action);
  }
  void chosen(const State & /*state*/, const InputRequest &request, Bits value) override {
    matcher_.chosen(request, value);
  }
  const WaypointMatcher &matcher() const { return matcher_; }

protected:
  const program::Program &program_;
  WaypointMatcher matcher_;
};

class Guide final : public Follower {
public:
  Guide(const program::Program &program, const Route &route, const ObservedProgram *observed, unsigned attempt,
        support::Cancellation &cancellation)
      : Follower(program, route, observed, attempt % 2 == 0), route_(route), generator_(support::mix(attempt)),
        random_(generator_), isExact_(attempt < 2), deviation_(std::min(30U, attempt / 8)),
        cancellation_(cancellation) {}

  std::optional<unsigned> choose(const State &state, const std::vector<unsigned> &enabled) override {
    if (cancellation_.poll() || matcher_.hasStrayed())
      return std::nullopt;
    last_ = prefer(state, enabled);
    return last_;
  }

  std::optional<Bits> choose(const InputRequest &request) override {
    const Bits mask = request.width >= 128 ? ~Bits{0} : (Bits{1} << request.width) - 1;
    if (request.kind == program::InputKind::Nondet) {
      std::optional<std::int64_t> given = matcher_.valueFor(request);
      if (!given && !route_.constants.empty() && happens(50))
        given = route_.constants[generator_() % route_.constants.size()];
      const Bits value = static_cast<Bits>(given.value_or(0)) & mask;
      if (given && value >= request.low && value <= request.high)
        return value;
    }
    if (isExact_ && request.kind == program::InputKind::Scheduling)
      return request.low;
    return random_.choose(request);
  }

private:
  bool happens(unsigned percent) { return generator_() % 100 < percent; }
  unsigned any(const std::vector<unsigned> &threads) { return threads[generator_() % threads.size()]; }

  unsigned prefer(const State &state, const std::vector<unsigned> &enabled) {
    const auto isEnabled = [&](unsigned thread) { return std::ranges::find(enabled, thread) != enabled.end(); };
    if (!isExact_ && happens(deviation_))
      return any(enabled);
    const Route::Place *next = matcher_.next();
    // Whether a constraint holds may depend on other threads.
    if (!isExact_ && next != nullptr && next->constraint && happens(30))
      return any(enabled);
    if (staysInStatement(state, enabled))
      return last_;
    const Route::Place *wanted = next != nullptr ? next : route_.target ? &*route_.target : nullptr;
    if (wanted == nullptr)
      return isEnabled(last_) ? last_ : any(enabled);
    if (const std::optional<unsigned> slot = matcher_.slotOf(*wanted)) {
      if (isEnabled(*slot))
        return *slot;
      return any(enabled); // it waits, or does not exist yet
    }
    std::vector<unsigned> candidates;
    for (const unsigned thread : enabled)
      if ((!wanted->thread || !matcher_.isNumbered(thread)) && rests(state, thread, *wanted))
        candidates.push_back(thread);
    if (!candidates.empty())
      return isExact_ ? candidates.front() : any(candidates);
    for (const unsigned thread : enabled)
      if (!wanted->thread || !matcher_.isNumbered(thread))
        candidates.push_back(thread);
    if (!candidates.empty() && !happens(isExact_ ? 0 : 20))
      return isEnabled(last_) && std::ranges::find(candidates, last_) != candidates.end() ? last_ : any(candidates);
    return any(enabled);
  }

  bool staysInStatement(const State &state, const std::vector<unsigned> &enabled) {
    const Route::Place *passed = matcher_.last();
    if (passed == nullptr || std::ranges::find(enabled, last_) == enabled.end() ||
        matcher_.slotOf(*passed).value_or(last_) != last_)
      return false;
    const Route::Place *later = matcher_.nextOfSameThread();
    const bool isInterrupted = later != nullptr && later->line == passed->line && later->file == passed->file;
    return rests(state, last_, *passed) && isInterrupted == (!isExact_ && happens(2 * deviation_));
  }

  /// Whether the next action of the thread is at the place.
  bool rests(const State &state, unsigned thread, const Route::Place &place) const {
    const interpreter::Thread &resting = state.threads[thread];
    const program::Cfa &cfa = program_.cfas[resting.cfa];
    return std::ranges::any_of(cfa.outgoing[resting.location], [&](program::ActionId id) {
      const auto &instructions = cfa.actions[id].instructions;
      return !instructions.empty() && WaypointMatcher::isAt(program_.sources, instructions.front().span, place);
    });
  }

  const Route &route_;
  std::mt19937_64 generator_;
  interpreter::RandomInputs random_;
  bool isExact_;
  unsigned deviation_; // in percent
  support::Cancellation &cancellation_;
  unsigned last_ = 0;
};

/// Follows a schedule.
class Replayer final : public Follower {
public:
  Replayer(const program::Program &program, const Route &route, const ObservedProgram *observed, bool numbersAreSlots,
           const interpreter::Schedule &schedule)
      : Follower(program, route, observed, numbersAreSlots), schedule_(schedule), inputs_(schedule) {}
  std::optional<unsigned> choose(const State & /*state*/, const std::vector<unsigned> & /*enabled*/) override {
    return next_ < schedule_.steps.size() ? std::optional(schedule_.steps[next_++]) : std::nullopt;
  }
  std::optional<Bits> choose(const InputRequest &request) override { return inputs_.choose(request); }

private:
  const interpreter::Schedule &schedule_;
  interpreter::ScheduledInputs inputs_;
  std::size_t next_ = 0;
};

/// How far the best attempt got.
std::string describe(const Route &route, std::size_t passed, bool hasTaken) {
  if (passed == route.places.size() && !hasTaken)
    return fmt::format("all of its {} waypoints were passed, but with other results of functions, or one to be avoided",
                       passed);
  if (passed == route.places.size())
    return fmt::format("all of its {} waypoints were passed, but not its target", passed);
  const Route::Place &missed = route.places[passed];
  const std::string what = missed.constraint ? fmt::format("line {} with '{}'", missed.line, missed.text)
                                             : fmt::format("line {}", missed.line);
  return fmt::format("{} of its {} waypoints were passed, but not {}", passed, route.places.size(), what);
}

} // namespace

SearchResult search(const program::Program &program, const ViolationWitness &witness, const ObservedProgram *observed,
                    unsigned attempts, support::Cancellation &cancellation) {
  const Route route = routeOf(program, witness, observed);
  interpreter::Limits limits;
  limits.localWork = 100'000;
  limits.steps = std::max<std::uint64_t>(2'000, 20 * route.places.size());
  SearchResult result;
  std::size_t furthest = 0;
  bool hasTaken = false; // all inputs of the witness, in an attempt that passed all waypoints
  while (result.attempts < attempts && !cancellation.poll()) {
    Guide guide(program, route, observed, result.attempts++, cancellation);
    interpreter::Trace trace = interpreter::runDirected(program, guide, limits);
    furthest = std::max(furthest, guide.matcher().passed());
    hasTaken = hasTaken || guide.matcher().hasPassedAll();
    if (trace.violation && guide.matcher().hasPassedAll() && guide.matcher().isAtTarget(*trace.violation)) {
      result.found = std::move(trace);
      return result;
    }
  }
  result.furthest = describe(route, furthest, hasTaken);
  return result;
}

bool fits(const program::Program &program, const ViolationWitness &witness, const ObservedProgram *observed,
          const interpreter::Trace &trace) {
  const Route route = routeOf(program, witness, observed);
  interpreter::Limits limits;
  limits.steps = std::max<std::uint64_t>(limits.steps, trace.schedule.steps.size() + 1);
  const auto fitsIf = [&](bool numbersAreSlots) {
    Replayer replayer(program, route, observed, numbersAreSlots, trace.schedule);
    interpreter::runDirected(program, replayer, limits);
    return replayer.matcher().hasPassedAll() && trace.violation && replayer.matcher().isAtTarget(*trace.violation);
  };
  return fitsIf(true) || fitsIf(false);
}

} // namespace heddle::witness
