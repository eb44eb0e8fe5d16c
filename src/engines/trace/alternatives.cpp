#include "engines/trace/alternatives.hpp"

#include <algorithm>
#include <utility>

namespace heddle::engines::trace {

namespace {

const Actions &actionsOf(const Execution &execution, std::size_t step) {
  return step == none ? execution.initialActions : execution.steps[step].actions;
}

/// The actions up to a branch, followed by another one. A thread that the step starts begins its local work after the
/// threads before it rest.
std::vector<Alternative> otherBranches(std::size_t step, const std::vector<Actions> &known, const Execution &execution,
                                       const Paths &paths, const events::UnwoundProgram &unwound) {
  std::vector<Alternative> alternatives;
  for (const events::SideExit &sideExit : unwound.sideExits) {
    if (!sideExit.untaken)
      continue;
    const Deviation deviation = deviationOf(unwound, paths, *sideExit.untaken);
    const ThreadIndex thread = unwound.threads[sideExit.untaken->thread].executed;
    if (deviation.level != levelOf(step))
      continue;
    if (contains(execution.abandoned, thread) && sideExit.untaken->position == paths.threads[thread].path.size())
      continue; // the execution was not followed to the branch
    const bool isOwn = step != none && execution.steps[step].thread == thread;
    const std::size_t own = sideExit.untaken->position - (isOwn ? paths.position[step] : 0);
    Actions other;
    std::size_t taken = 0;
    for (const auto &[taker, action] : actionsOf(execution, step))
      if (taker < thread ? !isOwn : taker == thread && taken++ < own)
        other.emplace_back(taker, action);
    const std::size_t length = other.size();
    if (!deviation.rests)
      other.emplace_back(thread, sideExit.untaken->action);
    const bool isKnown = std::any_of(known.begin(), known.end(), [&](const Actions &outcome) {
      return outcome.size() >= other.size() && std::equal(other.begin(), other.end(), outcome.begin()) &&
             !(deviation.rests && outcome.size() > other.size() && outcome[other.size()].first == thread);
    });
    if (!isKnown)
      alternatives.push_back({length, {sideExit.condition, {sideExit.node}}});
  }
  return alternatives;
}

/// A thread that an assumption has stopped could have continued from there.
std::vector<Alternative> withoutStops(std::size_t step, const std::vector<Actions> &known, const Execution &execution,
                                      const Paths &paths, const StepNodes &nodes,
                                      const events::UnwoundProgram &unwound) {
  std::vector<Alternative> alternatives;
  const Actions &actions = actionsOf(execution, step);
  const bool isKnown = std::any_of(known.begin(), known.end(), [&](const Actions &outcome) {
    if (outcome.size() < actions.size())
      return false;
    const bool continues = outcome.size() == actions.size() || outcome[actions.size()].second != stoppedThere;
    return continues && std::equal(actions.begin(), actions.end(), outcome.begin());
  });
  if (isKnown)
    return alternatives;
  const events::NodeId node = step == none ? unwound.threads[events::mainThread].first : nodes.nodeOf(step);
  for (const ThreadIndex thread : step == none ? execution.stoppedInitially : execution.steps[step].stopped) {
    const std::vector<program::Expr> &reached = unwound.threads[nodes.threadOf(thread)].reached;
    const std::size_t end = paths.threads[thread].path.size();
    if (end < reached.size() && reached[end] != nullptr)
      alternatives.push_back({actions.size(), {reached[end], {node}}});
  }
  return alternatives;
}

} // namespace

std::vector<Alternative> alternativesTo(std::size_t step, const std::vector<Actions> &known, const Execution &execution,
                                        const Paths &paths, const StepNodes &nodes,
                                        const events::UnwoundProgram &unwound) {
  std::vector<Alternative> alternatives = otherBranches(step, known, execution, paths, unwound);
  for (Alternative &alternative : withoutStops(step, known, execution, paths, nodes, unwound))
    alternatives.push_back(std::move(alternative));
  std::stable_sort(alternatives.begin(), alternatives.end(),
                   [](const Alternative &a, const Alternative &b) { return a.length > b.length; });
  return alternatives;
}

} // namespace heddle::engines::trace
