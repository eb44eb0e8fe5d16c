#include "interpreter/uninitialised_state.hpp"

#include "interpreter/follow.hpp"
#include "interpreter/names.hpp"
#include "interpreter/observer.hpp"

#include <algorithm>

namespace heddle::interpreter {

namespace {

std::vector<program::SourceSpan> stateLoads(const program::Program &program) {
  std::vector<program::SourceSpan> spans;
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *load = std::get_if<program::Load>(&instruction.operation);
            load != nullptr && program::isAtomic(load->access.order) &&
            load->access.order != program::MemoryOrder::SequentiallyConsistent &&
            program.sources.isRuntime(instruction.span.file))
          spans.push_back(instruction.span);
  return spans;
}

class Watcher : public Observer {
public:
  explicit Watcher(const program::Program &program) : names_(program), stateLoads_(stateLoads(program)) {}

  void occurred(const State & /*state*/, const Occurrence & /*occurrence*/) override {}
  void chosen(const State &state, const InputRequest &request, Bits /*value*/) override {
    if (!found_ && request.kind == program::InputKind::Uninitialised && request.name == nullptr &&
        std::ranges::find(stateLoads_, request.span) != stateLoads_.end())
      found_ = {request.span, names_.input(state.memory, nullptr, request.address)};
  }
  const std::optional<UninitialisedState> &found() const { return found_; }

private:
  Names names_;
  std::vector<program::SourceSpan> stateLoads_;
  std::optional<UninitialisedState> found_;
};

} // namespace

std::optional<UninitialisedState> findUninitialisedState(const program::Program &program, const Schedule &schedule,
                                                         const Limits &limits) {
  Machine machine(program, limits);
  Watcher watcher(program);
  machine.setObserver(&watcher);
  follow(machine, schedule, [&] { return watcher.found().has_value(); });
  return watcher.found();
}

} // namespace heddle::interpreter
