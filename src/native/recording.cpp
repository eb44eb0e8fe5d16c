#include "native/recording.hpp"

#include "interpreter/follow.hpp"
#include "interpreter/machine.hpp"

#include <algorithm>
#include <utility>

namespace heddle::native {

namespace {

class Recorder : public interpreter::Observer {
public:
  Recorder(const program::Program &program, const std::function<bool(program::FileId)> &isNative)
      : program_(program), isNative_(isNative) {}

  void beginStep() { ++step_; }

  void occurred(const interpreter::State & /*state*/, const interpreter::Occurrence &occurrence) override {
    const program::Operation &operation = occurrence.instruction->operation;
    if (std::holds_alternative<program::Spawn>(operation))
      recording_.inputs.push_back({occurrence.thread, "#slot", occurrence.other, {}});
    const std::optional<EventKind> kind = kindOf(operation);
    const program::SourceSpan &span = occurrence.instruction->span;
    // Threads end where their functions do, which has no place of its own.
    const bool isEnd = std::holds_alternative<program::EndThread>(operation);
    if (!kind || (!isEnd && !isNative_(span.file)))
      return;
    const bool isVisible = *kind == EventKind::Synchronisation || program::isVisible(operation);
    recording_.events.push_back({occurrence.thread, *kind, span, isVisible, step_ == 0 ? 0 : step_ - 1});
  }

  void chosen(const interpreter::State & /*state*/, const interpreter::InputRequest &request,
              program::Bits value) override {
    if (request.kind == program::InputKind::Uninitialised) {
      if (value != 0)
        recording_.uninitialised.push_back(program_.sources.userSpan(request.span));
      return;
    }
    const std::string name = request.name == nullptr ? "" : *request.name;
    if (program::isOfUnknownFunction(request.kind) && !std::ranges::count(recording_.unknownFunctions, name))
      recording_.unknownFunctions.push_back(name);
    if (request.kind != program::InputKind::UnknownEffect)
      recording_.inputs.push_back(
          {request.thread, name, static_cast<std::uint64_t>(value), program_.sources.userSpan(request.span)});
  }

  void violated(const interpreter::State &state, const interpreter::Failure &failure) override {
    if (failure.property == program::Property::ValidMemtrack)
      noteLost(state.memory, program_.pointers.object(failure.pointer));
    if (failure.property == program::Property::NoDataRace && failure.earlier && failure.instruction != nullptr)
      recording_.race = {failure.earlier->instruction->span, failure.instruction->span};
  }

  Recording take() { return std::move(recording_); }

private:
  void noteLost(const interpreter::Memory &memory, program::ObjectId object) {
    if (const interpreter::DynamicObject *lost = memory.dynamic(object))
      recording_.lost = program_.sources.userSpan(program_.sites[lost->site].span);
  }

  static std::optional<EventKind> kindOf(const program::Operation &operation) {
    if (std::holds_alternative<program::Load>(operation))
      return EventKind::Read;
    if (std::holds_alternative<program::Store>(operation))
      return EventKind::Write;
    if (const auto *free = std::get_if<program::Free>(&operation); free && free->storage == program::Storage::Heap)
      return EventKind::Write;
    if (std::holds_alternative<program::Fence>(operation))
      return EventKind::Fence;
    if (const auto *havoc = std::get_if<program::Havoc>(&operation); havoc && havoc->visible)
      return EventKind::Input;
    const auto *sync = std::get_if<program::Sync>(&operation);
    if ((sync != nullptr && sync->kind != program::SyncKind::PassOut) ||
        std::holds_alternative<program::Spawn>(operation) || std::holds_alternative<program::Join>(operation) ||
        std::holds_alternative<program::EndThread>(operation))
      return EventKind::Synchronisation;
    return std::nullopt;
  }

  const program::Program &program_;
  const std::function<bool(program::FileId)> &isNative_;
  unsigned step_ = 0;
  Recording recording_;
};

} // namespace

std::optional<Recording> record(const program::Program &program, const interpreter::Schedule &schedule,
                                const std::function<bool(program::FileId)> &isNative) {
  interpreter::Limits limits;
  limits.steps = schedule.steps.size() + 1;
  interpreter::Machine machine(program, limits);
  Recorder recorder(program, isNative);
  machine.setObserver(&recorder);
  const auto beginStep = [&] {
    recorder.beginStep();
    return false;
  };
  if (!interpreter::follow(machine, schedule, beginStep))
    return std::nullopt;
  return recorder.take();
}

} // namespace heddle::native
