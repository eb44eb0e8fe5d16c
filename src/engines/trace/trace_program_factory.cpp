#include "engines/trace/trace_program_factory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::engines::trace {

namespace {

constexpr std::uint64_t leastEffort = 20'000;
constexpr unsigned shares = 10;

} // namespace

LimitedTraceProgram::LimitedTraceProgram(const Context &parent, std::uint64_t effort, events::UnwindFacts &facts,
                                         const Execution &execution, TraceProgram::Kind kind, const Options &options,
                                         std::function<void()> report, symbolic::Statistics &statistics)
    : limit(&parent.cancellation, effort), context(parent.with(limit)),
      program(context, facts, execution, kind, options, std::move(report), statistics) {}

std::unique_ptr<LimitedTraceProgram> TraceProgramFactory::make(TraceProgram::Kind kind, const Execution &execution,
                                                               std::uint64_t effort) const {
  return std::make_unique<LimitedTraceProgram>(
      context_, effort, facts_, execution, kind, options_, [this] { report(); }, statistics_.symbolic);
}

std::uint64_t TraceProgramFactory::effortShare() const {
  return std::max(leastEffort, context_.cancellation.effort() / shares);
}

bool TraceProgramFactory::supportsPhantoms() const { return facts_.untakenBranches().canBeSummarised(); }

void TraceProgramFactory::report() const {
  context_.report(fmt::format("trace: {} executions, {} steps, {} alternatives open", statistics_.executions,
                              statistics_.transitions, statistics_.open));
}

} // namespace heddle::engines::trace
