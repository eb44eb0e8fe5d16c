#include "portfolio/vacuity.hpp"

#include "engines/random/random.hpp"

#include <algorithm>
#include <chrono>
#include <set>

namespace heddle::portfolio {

using program::Property;

namespace {

constexpr std::chrono::milliseconds leastTime{100};
constexpr int share = 5; // of the time spent so far
constexpr std::uint64_t randomRuns = 100;

/// Calls `visit` with the text of each goal.
template <typename Program, typename Visit> void forEachGoal(Program &program, Visit visit) {
  for (auto &cfa : program.cfas)
    for (auto &action : cfa.actions)
      for (auto &instruction : action.instructions)
        if (auto *check = std::get_if<program::Check>(&instruction.operation);
            check != nullptr && check->property == Property::Vacuity && !check->condition->isTrue())
          visit(*check);
}

void remove(const std::set<std::string> &goals, program::Program &program) {
  forEachGoal(program, [&](program::Check &check) {
    if (goals.contains(check.message))
      check.condition = program.expressions->boolean(true);
  });
}

/// An execution may get to many goals, so they are not checked.
void reachAtRandom(program::Program &program, const engines::Context &context) {
  program.properties = {};
  engines::random::Goals goals{.count = goalsOf(program).size(), .reached = {}};
  engines::random::Options few;
  few.runs = randomRuns;
  few.goals = &goals;
  engines::random::run(context.forEngine(engines::random::engine.name), few);
  remove(goals.reached, program);
}

/// Runs the engine again and again until it does not get to any further goal. True if there is none.
bool reachAll(program::Program &program, const engines::Configuration &engine, const engines::Context &context) {
  program.properties = {Property::Vacuity};
  while (!goalsOf(program).empty()) {
    const engines::Answer answer = engine.run(context).answer;
    const auto *reached = std::get_if<engines::Counterexample>(&answer);
    if (reached == nullptr)
      return std::holds_alternative<engines::NoViolation>(answer);
    remove({reached->trace.violation->message}, program);
  }
  return true;
}

} // namespace

std::vector<std::string> goalsOf(const program::Program &program) {
  std::vector<std::string> goals;
  std::set<std::string> known;
  forEachGoal(program, [&](const program::Check &check) {
    if (known.insert(check.message).second)
      goals.push_back(check.message);
  });
  return goals;
}

std::vector<std::string> unreachedGoals(const engines::Configuration &engine, const engines::Context &context,
                                        const program::Program &prepared, const std::vector<std::string> &goals,
                                        std::chrono::nanoseconds spent) {
  const std::vector<std::string> kept = goalsOf(prepared);
  program::Program program = prepared;
  support::Cancellation limited(&context.cancellation);
  limited.setDeadline(support::Cancellation::Clock::now() +
                      std::max<std::chrono::nanoseconds>(leastTime, spent / share));
  const engines::Context own{.program = program, .cancellation = limited, .limits = context.limits};

  reachAtRandom(program, own);
  const bool isComplete = reachAll(program, engine, own);

  const auto isIn = [](const std::vector<std::string> &list, const std::string &goal) {
    return std::ranges::find(list, goal) != list.end();
  };
  const std::vector<std::string> left = goalsOf(program);
  std::vector<std::string> unreached;
  for (const std::string &goal : goals)
    if (!isIn(kept, goal) || (isComplete && isIn(left, goal)))
      unreached.push_back(goal);
  return unreached;
}

} // namespace heddle::portfolio
