// The execution of one step of one thread. Internal to the machine.
#pragma once

#include "interpreter/machine.hpp"
#include "interpreter/probe.hpp"

#include <optional>
#include <vector>

namespace heddle::interpreter {

class Runner : private Prober::Chooser {
public:
  Runner(Machine &machine, State &state, unsigned thread, InputSource &inputs)
      : machine_(machine), program_(machine.program()), state_(state), thread_(thread), inputs_(inputs),
        code_(machine.code(state.threads[thread].cfa)), prober_(machine, state, thread, this) {}

  /// Executes the whole step. If `scheduled`, it may begin with a visible action; otherwise it is local work only.
  StepResult run(bool scheduled);
  /// Executes the rest of an action in which an assumption had stopped the thread, then local work.
  StepResult runRest(const CompiledAction &action, std::size_t from);

private:
  /// How the thread continues after an operation or an action.
  enum class Flow : std::uint8_t {
    Next,
    Stopped,   // an assumption failed
    Undefined, // undefined behaviour that is not checked
    ThreadEnded,
    Finished, // the execution has ended as `result_` says
  };

  // runner.cpp
  StepResult runActions(bool scheduled);
  const CompiledAction *select(bool localOnly);
  bool take(const CompiledAction &action, std::size_t from);
  Flow execute(const CompiledAction &action, std::size_t from, std::size_t &done);
  /// Compares with the snapshot, and renews it; returns whether the local state repeats.
  bool detectRepetition();
  void endLocalWork(ThreadStatus status);
  StepResult finish();

  // operations.cpp
  Flow execute(const CompiledOperation &operation);
  Flow executeHavoc(const CompiledOperation &operation);
  Flow executeCheck(const CompiledOperation &operation);
  Flow executeSpawn(const CompiledOperation &operation);
  Flow executeJoin(const CompiledOperation &operation);
  Flow executeDetach(const CompiledOperation &operation);
  Flow executeEndThread(const CompiledOperation &operation);
  Flow executeEndProgram(const CompiledOperation &operation);
  std::optional<unsigned> freeSlot() const;
  void releaseSlot(unsigned slot);

  // memory_operations.cpp
  Flow executeLoad(const CompiledOperation &operation);
  Flow executeStore(const CompiledOperation &operation);
  Flow executeAllocate(const CompiledOperation &operation);
  Flow executeFree(const CompiledOperation &operation);
  Flow executeObjectSize(const CompiledOperation &operation);
  Flow recordAccess(const CompiledOperation &operation, const ByteRange &range, bool write, program::MemoryOrder order);
  void dependOnLifetime(Bits pointer);
  Flow invalid(program::Property property, const std::string &message, const program::Instruction &instruction,
               Bits pointer);
  void releaseObject(ObjectId object);
  std::optional<ObjectId> lostObject();

  // Prober::Chooser, implemented here because choices change the state.
  bool initialise(const program::Load &load, const program::Instruction &instruction, const Place &place) override;
  std::optional<Bits> choose(const program::Havoc &havoc, const program::Instruction &instruction) override;
  std::optional<Bits> ask(const InputRequest &request);

  // How executions end.
  /// `failure`: what the observer is told besides thread, property and instruction.
  Flow undefined(program::Property property, const std::string &message, const program::Instruction &instruction,
                 Failure failure = {});
  Flow violate(program::Property property, const std::string &message, const program::Instruction &instruction,
               Failure failure = {});
  Flow violate(program::Property property, const std::string &message, program::SourceSpan span, Failure failure);
  Flow halt(const std::string &message, program::SourceSpan span);
  Flow badInput();

  void observe(const CompiledOperation &operation, Occurrence occurrence);
  bool checks(program::Property property) const { return program_.properties.contains(property); }
  Thread &self() { return state_.threads[thread_]; }
  Evaluator &evaluator() { return code_.evaluator(); }

  Machine &machine_;
  const program::Program &program_;
  State &state_;
  unsigned thread_;
  InputSource &inputs_;
  CfaCode &code_;
  Prober prober_;
  StepResult result_;

  std::vector<Bits> havocs_; // chosen while probing the actions of one location
  std::size_t havocsUsed_ = 0;
  std::vector<ByteRange> loaded_; // by atomic loads in the current action or atomic block
  bool inBlock_ = false;          // the current operation belongs to an atomic block
  std::vector<unsigned> started_; // threads whose first local work is not yet done

  std::uint64_t work_ = 0;    // number of actions so far
  std::uint64_t changes_ = 0; // of memory, and inputs: whatever keeps a loop from repeating a state
  struct Snapshot {
    std::uint64_t changes = 0;
    program::LocationId location = 0;
    std::vector<std::uint8_t> registers;
  };
  std::optional<Snapshot> snapshot_;
};

} // namespace heddle::interpreter
