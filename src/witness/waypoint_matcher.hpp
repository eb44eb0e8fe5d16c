// Follows an execution through the waypoints of a witness.
#pragma once

#include "interpreter/observer.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "witness/observe.hpp"
#include "witness/witness.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddle::witness {

/// What of the witness an execution can be compared with.
struct Route {
  /// A place that a thread passes. Waypoints in lines without code have none.
  struct Place {
    std::string file; // without its directory; empty: any
    unsigned line = 0;
    std::optional<unsigned> thread; // as the witness numbers them
    std::optional<unsigned> created;
    std::optional<unsigned> constraint{}; // that is observed to hold there
    std::string text{};                   // of the constraint
  };
  struct Value {
    Place place;
    std::int64_t value = 0;
    bool isResult = false; // of a call: the input must have the value
  };
  /// Not to be passed while the next place is the one with the index.
  struct Avoided {
    Place place;
    std::size_t before = 0;
  };
  std::vector<Place> places;
  std::vector<Avoided> avoided;
  std::vector<Value> values;
  std::vector<std::int64_t> constants; // in constraints: inputs are likely to have such values
  std::optional<Place> target;
};

class WaypointMatcher {
public:
  /// With `numbersAreSlots`, threads have the same numbers in the witness and in executions. Otherwise, a number
  /// stands for the first thread that passes a place of that number and has none yet. `observed` is null if the route
  /// has no constraint.
  WaypointMatcher(const program::Program &program, const Route &route, const ObservedProgram *observed,
                  bool numbersAreSlots)
      : program_(program), route_(route), observed_(observed), numbersAreSlots_(numbersAreSlots),
        isUsed_(route.values.size()) {}

  void takes(const interpreter::State &state, unsigned thread, program::ActionId action);
  void occurred(const interpreter::Occurrence &occurrence);
  void chosen(const interpreter::InputRequest &request, interpreter::Bits value);
  /// The value that the witness has for the next such input.
  std::optional<std::int64_t> valueFor(const interpreter::InputRequest &request) const;

  std::size_t passed() const { return next_; }
  bool hasPassedAll() const { return next_ == route_.places.size() && hasInputs() && !hasStrayed_; }
  /// Whether the execution has passed a place that it had to avoid.
  bool hasStrayed() const { return hasStrayed_; }
  /// Whether the inputs have been those of the witness.
  bool hasInputs() const;
  const Route::Place *next() const { return next_ < route_.places.size() ? &route_.places[next_] : nullptr; }
  const Route::Place *last() const { return next_ > 0 ? &route_.places[next_ - 1] : nullptr; }
  /// The next place of the same thread as the last one.
  const Route::Place *nextOfSameThread() const;
  /// The thread with that number, if it is known.
  std::optional<unsigned> slotOf(const Route::Place &place) const;
  bool isNumbered(unsigned slot) const;
  bool isAtTarget(const interpreter::Violation &violation) const;

  /// Whether the instruction, or a call that leads to it, is there.
  static bool isAt(const program::SourceMap &sources, program::SourceSpan span, const Route::Place &place);

private:
  bool mayBe(unsigned slot, const Route::Place &place) const;
  bool isInserted(program::SourceSpan span) const { return observed_ != nullptr && observed_->isInserted(span); }
  bool isObservation(const program::Instruction &instruction) const;
  void pass(unsigned thread);
  template <typename Passes> void match(unsigned thread, Passes passes);
  void matchPending(unsigned thread);
  std::optional<std::size_t> nextValue(const interpreter::InputRequest &request) const;

  const program::Program &program_;
  const Route &route_;
  const ObservedProgram *observed_;
  bool numbersAreSlots_;
  const program::Action *action_ = nullptr; // in execution
  std::size_t matched_ = 0;                 // instructions of it
  std::size_t next_ = 0;
  std::map<unsigned, unsigned> slots_; // by number of the witness
  std::vector<bool> isUsed_;           // by value
  bool hasOtherInput_ = false;         // than the witness says
  bool hasStrayed_ = false;
};

/// `observed` is null if the constraints are not observed; only the values of inputs are then part of the route.
Route routeOf(const program::Program &program, const ViolationWitness &witness, const ObservedProgram *observed);

} // namespace heddle::witness
