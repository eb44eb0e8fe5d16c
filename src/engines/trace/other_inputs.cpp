#include "engines/trace/other_inputs.hpp"

namespace heddle::engines::trace {

namespace {

constexpr std::uint64_t unlimited = UINT64_MAX;

} // namespace

OtherInputs::Result OtherInputs::find(std::size_t steps, bool isLimited, const Query &query) {
  if (!whole_)
    makeWhole();
  const bool isTooLong = !problem_.empty() && steps > prefix_.steps.size();
  if (isTooLong || !whole_->program.problem().empty())
    return {.incomplete = problem_};
  if (isLimited)
    whole_->limit.setEffort(factory_.effortShare());
  if (std::optional<ExecutionPlan> plan = query(whole_->program)) {
    ++factory_.statistics().otherInputs;
    return {.kind = Result::Kind::Found, .plan = std::move(*plan)};
  }
  if (whole_->limit.poll() && !factory_.context().cancellation.poll()) {
    whole_.reset(); // a trace program that was stopped has no more answers
    return {.kind = Result::Kind::OutOfEffort};
  }
  if (whole_->program.isUncertain())
    return {.incomplete = "the solver has no answer"};
  return {};
}

/// Finds the longest prefix without a problem by binary search.
void OtherInputs::makeWhole() {
  whole_ = factory_.make(TraceProgram::Kind::Whole, execution_, unlimited);
  problem_ = whole_->program.problem();
  if (problem_.empty())
    return;
  const auto makeFor = [this](std::size_t steps) {
    prefix_ = prefixOf(execution_, steps);
    whole_ = factory_.make(TraceProgram::Kind::Whole, prefix_, unlimited);
  };
  std::size_t most = 0;
  for (std::size_t tooMany = execution_.steps.size(); most + 1 < tooMany;) {
    const std::size_t middle = (most + tooMany) / 2;
    makeFor(middle);
    (whole_->program.problem().empty() ? most : tooMany) = middle;
  }
  makeFor(most);
  factory_.context().log.debug("other inputs: only for the first {} of {} steps: {}", most, execution_.steps.size(),
                               problem_);
}

} // namespace heddle::engines::trace
