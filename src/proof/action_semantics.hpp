// The effect of actions on symbolic states, written independently of the engines from the definitions in program/ and
// the interpreter.
//
// An action has several successors if control depends on values: whether a check fails, which thread is joined. Their
// conditions are mutually exclusive, and their disjunction describes the states in which the action is enabled. The
// provenance of an address determines the objects that an access may go to. Remaining alternatives become case
// distinctions in the values; for unknown offsets, the solver finds those that are possible under the premises.
#pragma once

#include "proof/provenance.hpp"
#include "proof/queries.hpp"
#include "proof/symbolic_state.hpp"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace heddle::proof {

/// An access to shared memory.
struct SharedAccess {
  Expr address = nullptr;
  std::uint64_t bytes = 0;
  bool writes = false;
  program::MemoryOrder order = program::MemoryOrder::Plain;
  static constexpr std::size_t noInstruction = SIZE_MAX;
  std::size_t instruction = noInstruction; // of a Load or Store, in its action
};

/// An access to memory, shared or not, in the order of execution.
struct MemoryAccess {
  Expr address = nullptr;
  std::uint64_t bytes = 0;
  bool writes = false;
  program::Access how;
  std::size_t instruction = 0; // of the action
};

/// The result of one action, or of several actions of one thread, on one branch.
struct Successor {
  enum class Kind : std::uint8_t {
    Step,      // the thread continues, or has terminated
    Stopped,   // an assumption failed, or there is undefined behaviour that is not checked
    Discarded, // the same inside an atomic block: this execution does not count
    Blocked,   // the action is not enabled; only if asked for, see `followBlocked`
    Violation,
    Halt,
    ProgramEnd,
  };
  Kind kind = Kind::Step;
  SymbolicState state;
  std::vector<SharedAccess> accesses;
  std::vector<MemoryAccess> memory = {}; // of the last action
  bool changesShared = false;            // it has an effect that other threads can notice
  unsigned made = 0;                     // the number of allocated objects
  std::vector<Expr> handles = {};        // of the started threads, see `openThreads`
  std::vector<Expr> settled = {};        // handles that were joined or detached, see `openThreads`
  std::string message;
  program::SourceSpan span;
};

class ActionSemantics {
public:
  ActionSemantics(Vocabulary &vocabulary, Provenance &provenance, const ReachabilityProof &proof, Queries &queries,
                  std::span<const Expr> premises)
      : vocabulary_(vocabulary), provenance_(provenance), program_(vocabulary.program()), proof_(proof),
        queries_(queries), premises_(premises) {}

  /// From now on, actions that are not enabled have successors too: with what they have read until a guard fails.
  void followBlocked() { followsBlocked_ = true; }
  /// From now on, the thread is one of a number of threads that is not known. The handle of a started thread is an
  /// input, in the order of their slots; no thread waits in a Join, whose result is an input. Whether a handle that is
  /// joined or detached is valid is an input as well, unless all of them are known to be.
  void openThreads(bool joinsAreValid) {
    isOpen_ = true;
    joinsAreValid_ = joinsAreValid;
  }
  /// From now on, every Load from one of these static objects, or from a large object of one of these sites, returns an
  /// input, and Stores to them have no effect.
  void forgetContents(const std::set<program::ObjectId> &objects, const std::set<program::SiteId> *sites = nullptr) {
    forgotten_ = &objects;
    forgottenSites_ = sites;
  }
  static constexpr std::uint64_t leastForgotten = 64; // an object of more bytes is large
  /// `allocations`: the ids of the objects that the action allocates, in order. Missing ids are invented.
  std::vector<Successor> execute(const SymbolicState &state, unsigned slot, program::ActionId action,
                                 std::span<const program::ObjectId> allocations = {});
  /// The successor of a state in which none of the candidate actions of the thread is enabled.
  Successor executeNothing(const SymbolicState &state, unsigned slot);

  /// The actions with which the thread may begin, or continue, its step.
  std::vector<program::ActionId> candidates(const Thread &thread) const;
  /// Values of the inputs that all actions executed so far allow. If none of the actions is enabled, none is for these
  /// values, too.
  std::vector<Expr> inputRanges() const;
  /// The control of a thread that has arrived at the location.
  Thread arriveAt(program::CfaId cfa, program::LocationId location, bool detached) const;

private:
  struct Place {
    program::ObjectId object = 0;
    std::uint64_t offset = 0;
    Expr condition = nullptr; // the address denotes this place, given that it is valid
  };
  struct Places {
    std::vector<Place> places;
    Expr valid = nullptr;
  };

  void run(Successor branch, std::size_t from);
  /// False if the branch ends there.
  bool execute(Successor &branch, std::size_t index);
  bool load(Successor &branch, const program::Load &op, std::size_t index);
  bool store(Successor &branch, const program::Store &op, std::size_t index);
  bool allocate(Successor &branch, const program::Allocate &op);
  bool free(Successor &branch, const program::Free &op, std::size_t index);
  bool objectSize(Successor &branch, const program::ObjectSize &op);
  bool spawn(Successor &branch, const program::Spawn &op);
  bool join(Successor &branch, const program::Join &op, std::size_t index);
  bool detach(Successor &branch, const program::Detach &op, std::size_t index);
  void endThread(Successor &branch, const program::EndThread &op);
  void havoc(Successor &branch, const program::Havoc &op);
  Expr newInput(Successor &branch, unsigned width, std::uint64_t source = 0);
  bool settle(Successor &branch, Expr handle, const std::string &message);

  bool assume(Successor &branch, Expr condition);
  bool require(Successor &branch, Expr condition, program::Property property, const std::string &message);
  void block(Successor branch, Expr condition);
  void stop(Successor branch, const std::string &message);
  void finish(Successor branch, Successor::Kind kind, const std::string &message = {});
  void releaseSlot(Successor &branch, unsigned slot);
  std::vector<unsigned> joinable(const Successor &branch) const;

  Places resolve(Successor &branch, Expr programAddress, Expr address, unsigned bytes, bool writes);
  /// Adds the places within one object.
  void addPlaces(Successor &branch, Expr address, unsigned bytes, program::ObjectId object, std::uint64_t size,
                 Places &places);
  /// The size of an object that can be accessed in this way; no value for others.
  std::optional<std::uint64_t> sizeOf(const Control &control, program::ObjectId object, bool writes) const;
  std::vector<program::ObjectId> objectsOf(const Control &control, bool writes) const;
  bool findModel(const Successor &branch, std::initializer_list<Expr> more);
  bool isForgotten(const Control &control, program::ObjectId object) const;

  Expr evaluate(const Successor &branch, Expr expression) const {
    return branch.state.evaluate(expression, slot_, cfaId_);
  }
  Expr pointer(program::ObjectId object, std::uint64_t offset = 0);
  program::ExprPool &pool() const { return vocabulary_.pool(); }
  const program::Instruction &instruction(std::size_t index) const { return action_->instructions[index]; }

  Vocabulary &vocabulary_;
  Provenance &provenance_;
  const program::Program &program_;
  const ReachabilityProof &proof_;
  Queries &queries_;
  std::span<const Expr> premises_;
  bool followsBlocked_ = false;
  bool isOpen_ = false;
  bool joinsAreValid_ = false; // isOpen_
  const std::set<program::ObjectId> *forgotten_ = nullptr;
  const std::set<program::SiteId> *forgottenSites_ = nullptr;

  // The action that is being executed:
  unsigned slot_ = 0;
  program::CfaId cfaId_ = 0;
  const program::Action *action_ = nullptr;
  program::SourceSpan span_;
  bool inBlock_ = false;
  std::span<const program::ObjectId> allocations_;
  std::vector<Successor> successors_;
  std::map<Expr, std::pair<program::Bits, program::Bits>> ranges_; // of inputs; empty if actions disagree
};

/// The condition under which the two access a common byte.
Expr overlap(program::ExprPool &pool, const SharedAccess &a, const SharedAccess &b);

} // namespace heddle::proof
