// The interpreter runs the threads in the order of the nodes, and asks for inputs as it goes. Threads, objects
// and inputs have other names there than in the unwound program; they are matched by the order in which each
// thread creates them, which is the same in both.
#include "engines/bmc/counterexample.hpp"

#include "engines/replayed.hpp"
#include "interpreter/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heddle::engines::bmc {

namespace {

using events::ThreadId;
using interpreter::StepResult;
using program::Bits;

class Follower final : public interpreter::InputSource, public interpreter::Observer {
public:
  Follower(const program::Program &program, Abstraction &abstraction, const interpreter::Limits &limits)
      : program_(program), unwound_(abstraction.program()), solver_(abstraction.solver()), machine_(program, limits),
        state_(machine_.initialState()), progress_(unwound_.threads.size()) {
    machine_.setObserver(this);
    for (const events::UnwoundProgram::InitialSymbol &initial : unwound_.initialSymbols)
      initial_[{initial.object, initial.offset}] = initial.symbol;
    threadOfSlot_ = {1};
    slotOf_.resize(unwound_.threads.size());
    for (ThreadId thread = 1; thread < unwound_.threads.size(); ++thread) {
      Progress &progress = progress_[thread];
      for (ThreadId child = thread + 1; child < unwound_.threads.size(); ++child)
        if (unwound_.threads[child].creator == thread && holds(unwound_.threads[child].guard))
          progress.children.push_back(child);
      for (const events::InputEvent &input : unwound_.threads[thread].inputs)
        if (holds(input.guard))
          progress.inputs.push_back(solver_.value(input.value));
      for (const auto &[guard, object] : unwound_.threads[thread].allocations)
        if (holds(guard))
          progress.objects.push_back(object);
    }
  }

  /// Whether a violation was reached, and if not why the execution could not be followed.
  bool run(const std::vector<NodeId> &order, NodeId last) {
    if (finishes(machine_.start(state_, *this)))
      return violation_.has_value();
    for (const NodeId node : order) {
      const events::Node &what = unwound_.nodes[node];
      if (what.scheduled && isExecuted(what) && !take(node))
        return violation_.has_value();
      if (node == last)
        break;
    }
    return violation_.has_value();
  }

  const std::optional<interpreter::Violation> &violation() const { return violation_; }
  const std::string &problem() const { return problem_; }
  interpreter::Schedule takeSchedule() { return std::move(schedule_); }
  unsigned slotOf(ThreadId thread) const { return slotOf_[thread]; }

  std::optional<Bits> choose(const interpreter::InputRequest &request) override {
    const Bits value = std::clamp(answer(request), request.low, request.high);
    if (schedule_.inputs.size() <= request.thread)
      schedule_.inputs.resize(request.thread + 1);
    schedule_.inputs[request.thread].push_back({value, request.width, request.name ? *request.name : ""});
    return value;
  }

  void chosen(const interpreter::State &, const interpreter::InputRequest &, Bits) override {}

  void occurred(const interpreter::State &, const interpreter::Occurrence &occurrence) override {
    Progress &progress = progress_[threadOfSlot_[occurrence.thread]];
    const program::Operation &operation = occurrence.step->operation;
    if (std::holds_alternative<program::Spawn>(operation) && progress.nextChild < progress.children.size()) {
      if (threadOfSlot_.size() <= occurrence.other)
        threadOfSlot_.resize(occurrence.other + 1);
      const ThreadId child = progress.children[progress.nextChild++];
      threadOfSlot_[occurrence.other] = child;
      slotOf_[child] = occurrence.other;
    }
    if (std::holds_alternative<program::Allocate>(operation) && progress.nextObject < progress.objects.size()) {
      const program::ObjectId object = occurrence.place.object;
      objectOf_[object] = progress.objects[progress.nextObject++];
      origins_.erase(origins_.lower_bound({object, 0}), origins_.lower_bound({object + 1, 0}));
    }
    followCopy(occurrence, progress);
  }

private:
  /// What a thread has created and asked for, and how much of it has come.
  struct Progress {
    std::vector<ThreadId> children;
    std::vector<Bits> inputs;
    std::vector<program::ObjectId> objects;
    std::vector<Expr> copied; // what the copying load that was just made has found, by byte
    std::size_t nextChild = 0;
    std::size_t nextInput = 0;
    std::size_t nextObject = 0;
  };

  using Byte = std::pair<program::ObjectId, std::uint64_t>; // the interpreter's object, and an offset

  /// Copies take memory that was never initialised along, and whoever reads the copy asks for the original.
  void followCopy(const interpreter::Occurrence &occurrence, Progress &progress) {
    const program::Operation &operation = occurrence.step->operation;
    const auto *load = std::get_if<program::Load>(&operation);
    const auto *store = std::get_if<program::Store>(&operation);
    if (load != nullptr && load->access.copy) {
      progress.copied.clear();
      for (unsigned i = 0; i < occurrence.size; ++i)
        progress.copied.push_back(initialContent({occurrence.place.object, occurrence.place.offset + i}));
    } else if (store != nullptr && store->access.copy) {
      for (unsigned i = 0; i < occurrence.size && i < progress.copied.size(); ++i)
        origins_[{occurrence.place.object, occurrence.place.offset + i}] = progress.copied[i];
    }
  }

  /// The symbol for what a byte held from the beginning; null if the model has none.
  Expr initialContent(Byte byte) const {
    if (const auto origin = origins_.find(byte); origin != origins_.end())
      return origin->second;
    if (const auto renamed = objectOf_.find(byte.first); renamed != objectOf_.end())
      byte.first = renamed->second;
    const auto initial = initial_.find(byte);
    return initial != initial_.end() ? initial->second : nullptr;
  }

  bool holds(Expr condition) { return solver_.value(condition) != 0; }
  bool isExecuted(const events::Node &node) {
    return holds(node.executed) &&
           std::none_of(node.failures.begin(), node.failures.end(), [this](Expr failure) { return holds(failure); });
  }

  bool take(NodeId node) {
    const ThreadId thread = unwound_.nodes[node].thread;
    const unsigned slot = slotOf_[thread];
    if (slot >= state_.threads.size() || !machine_.enabled(state_, slot)) {
      problem_ = fmt::format("after {} steps, thread {} cannot run", schedule_.steps.size(), slot);
      return false;
    }
    schedule_.steps.push_back(slot);
    return !finishes(machine_.step(state_, slot, *this));
  }

  bool finishes(StepResult result) {
    switch (result.kind) {
    case StepResult::Kind::Done:
      machine_.settle(state_);
      problem_ = state_.ended ? "the program has ended" : "the last step was taken";
      return state_.ended;
    case StepResult::Kind::Violation:
      violation_ = std::move(result.violation);
      return true;
    case StepResult::Kind::Cut:
      problem_ = "an assumption fails";
      return true;
    case StepResult::Kind::Halted:
      problem_ = result.message;
      return true;
    case StepResult::Kind::BadInput:
      problem_ = "an input has no value";
      return true;
    }
    return true;
  }

  Bits answer(const interpreter::InputRequest &request) {
    Progress &progress = progress_[threadOfSlot_[request.thread]];
    if (request.name != nullptr)
      return progress.nextInput < progress.inputs.size() ? progress.inputs[progress.nextInput++] : request.low;
    // Memory that was never initialised: what the model says it holds from the beginning.
    const program::ObjectId object = program_.pointers.object(request.address);
    const std::uint64_t offset = program_.pointers.offset(request.address);
    Bits value = 0;
    unsigned shift = 0;
    for (unsigned i = 0; i < 32; ++i) {
      if (((request.bytes >> i) & 1U) == 0)
        continue;
      const Expr content = initialContent({object, offset + i});
      if (content != nullptr && shift < support::maxWidth)
        value |= solver_.value(content) << shift;
      shift += 8;
    }
    return support::truncate(value, request.width);
  }

  const program::Program &program_;
  const events::UnwoundProgram &unwound_;
  smt::Solver &solver_;
  interpreter::Machine machine_;
  interpreter::State state_;
  std::vector<Progress> progress_; // by thread
  std::vector<ThreadId> threadOfSlot_;
  std::vector<unsigned> slotOf_;
  std::map<program::ObjectId, program::ObjectId> objectOf_; // of the interpreter's ids
  std::map<Byte, Expr> initial_;                            // of the unwound program's objects
  std::map<Byte, Expr> origins_;                            // of bytes that were copied
  interpreter::Schedule schedule_;
  std::optional<interpreter::Violation> violation_;
  std::string problem_;
};

} // namespace

Outcome follow(const program::Program &program, Abstraction &abstraction, const std::vector<NodeId> &order, NodeId last,
               const std::vector<ThreadId> &deadlocked, const Options &options) {
  interpreter::Limits limits;
  limits.maxThreads = options.maxThreads;
  Follower follower(program, abstraction, limits);
  Outcome outcome;
  const bool violates = follower.run(order, last);
  program::Property property = program::Property::NoDeadlock;
  if (violates) {
    property = follower.violation()->property;
  } else if (deadlocked.empty()) {
    outcome.internalError = fmt::format("the counterexample of engine bmc does not replay: {}", follower.problem());
    outcome.reason = "internal error";
    return outcome;
  }
  interpreter::Schedule schedule = follower.takeSchedule();
  if (!violates)
    for (const ThreadId thread : deadlocked)
      schedule.deadlocked.push_back(follower.slotOf(thread));
  limits.steps = std::max<std::uint64_t>(limits.steps, schedule.steps.size() + 1);
  return replayed(program, schedule, property, limits, "bmc");
}

} // namespace heddle::engines::bmc
