// A step of the interpreter is a node of the program order, as in an unwinding. A cell is the address at which accesses
// begin: accesses of different sizes that overlap count as one cell only if they begin at the same byte, which is
// accurate enough for a drawing.
#include "engines/symbolic/execution_graph.hpp"

#include "events/graphviz.hpp"
#include "interpreter/execution.hpp"
#include "interpreter/machine.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace heddle::engines::symbolic {

using events::CandidateExecution;
using events::CellId;
using events::NodeId;
using events::ThreadId;

namespace {

class ExecutionGraph final : public interpreter::Observer {
public:
  ExecutionGraph(const program::Program &program, const interpreter::Schedule &schedule)
      : schedule_(schedule), machine_(program, interpreter::Limits{}), inputs_(schedule) {
    machine_.setObserver(this);
  }

  /// The schedule has been replayed before, so every step is possible.
  std::string draw(const interpreter::Trace &trace) {
    names_.threads = {"initial values"};
    names_.nodes = {"initial values"};
    addThread(0, 0);
    interpreter::State state = machine_.initialState();
    beginNode(0);
    machine_.start(state, inputs_);
    for (const unsigned slot : schedule_.steps) {
      machine_.settle(state);
      beginNode(slot);
      order_.push_back(current_);
      machine_.step(state, slot, inputs_);
    }
    nameNodes(trace);
    return events::toGraphviz(program_, execution_, order_, names_);
  }

  void chosen(const interpreter::State &, const interpreter::InputRequest &, program::Bits) override {}

  void occurred(const interpreter::State &state, const interpreter::Occurrence &occurrence) override {
    const program::Operation &operation = occurrence.instruction->operation;
    if (std::holds_alternative<program::Spawn>(operation))
      addThread(occurrence.other, current_);
    if (std::holds_alternative<program::Join>(operation))
      execution_.edges.push_back({lastNode_[threadOf_[occurrence.other]], current_, events::always});
    if (!program::isVisible(operation))
      return;
    if (std::holds_alternative<program::Load>(operation))
      read(cellOf(state, occurrence));
    if (std::holds_alternative<program::Store>(operation))
      write(cellOf(state, occurrence));
  }

private:
  void addThread(unsigned slot, NodeId creator) {
    threadOf_[slot] = program_.addThread(creator);
    lastNode_[threadOf_[slot]] = creator;
    names_.threads.push_back(interpreter::Names::thread(slot));
  }

  void beginNode(unsigned slot) {
    const ThreadId thread = threadOf_[slot];
    current_ = program_.addNode(thread);
    lastNode_[thread] = current_;
    names_.nodes.emplace_back();
    accessed_.clear();
  }

  CellId cellOf(const interpreter::State &state, const interpreter::Occurrence &occurrence) {
    const auto [entry, isNew] =
        cells_.try_emplace({occurrence.place.object, occurrence.place.offset}, static_cast<CellId>(cells_.size()));
    if (isNew) {
      names_.cells.push_back(
          machine_.names().place(state.memory, occurrence.place.object, occurrence.place.offset, occurrence.size));
      lastWrite_.push_back(static_cast<std::uint32_t>(execution_.writes.size()));
      execution_.writes.push_back({0, entry->second, events::always});
    }
    return entry->second;
  }

  /// A node reads a cell at most once, and not what it has written itself.
  void read(CellId cell) {
    if (accessed_.insert({cell, false}).second && !accessed_.contains({cell, true}))
      execution_.reads.push_back({current_, cell, lastWrite_[cell], events::always});
  }

  void write(CellId cell) {
    if (!accessed_.insert({cell, true}).second)
      return;
    lastWrite_[cell] = static_cast<std::uint32_t>(execution_.writes.size());
    execution_.writes.push_back({current_, cell, events::always});
  }

  /// By the events that the trace has for each step.
  void nameNodes(const interpreter::Trace &trace) {
    for (const interpreter::TraceEvent &event : trace.events) {
      if (event.local || event.step >= order_.size())
        continue;
      std::string &name = names_.nodes[order_[event.step]];
      name += fmt::format("{}{}: {}", name.empty() ? "" : "\n", machine_.names().where(event.span), event.text);
    }
  }

  const interpreter::Schedule &schedule_;
  interpreter::Machine machine_;
  interpreter::ScheduledInputs inputs_;
  events::ProgramOrder program_;
  CandidateExecution execution_;
  events::OrderNames names_;
  std::vector<NodeId> order_;
  std::map<unsigned, ThreadId> threadOf_; // by slot
  std::map<ThreadId, NodeId> lastNode_;
  std::map<std::pair<program::ObjectId, std::uint64_t>, CellId> cells_;
  std::vector<std::uint32_t> lastWrite_;       // by cell
  std::set<std::pair<CellId, bool>> accessed_; // by the current node; true: written
  NodeId current_ = 0;
};

} // namespace

support::Expected<std::string> executionAsGraphviz(const program::Program &program,
                                                   const interpreter::Schedule &schedule) {
  interpreter::Limits limits;
  limits.steps = schedule.steps.size() + 1;
  const support::Expected<interpreter::Trace> trace = interpreter::replay(program, schedule, limits);
  if (!trace)
    return trace.error();
  return ExecutionGraph(program, schedule).draw(*trace);
}

} // namespace heddle::engines::symbolic
