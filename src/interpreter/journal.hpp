// The record of one execution from which its explanation is made: what was executed, on what it depended, and which
// thread held which lock at that moment.
//
// An entry refers to the entries that it directly depends on: an assignment to those that gave its operands their
// values, a read to the last writes of the bytes that it reads. Following these references backwards leads from a
// violation to the writes and inputs that its values come from. The entries of one execution are numbered in the order
// in which they were executed.
#pragma once

#include "interpreter/observer.hpp"
#include "interpreter/state.hpp"
#include "program/program.hpp"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace heddle::interpreter {

using EntryId = std::uint32_t;
constexpr EntryId noEntry = UINT32_MAX;

struct Entry {
  enum class Kind : std::uint8_t {
    Assign,
    Read,
    Write,
    Input,
    Allocate,
    Free,
    Start, // of another thread
    Join,
    Detach,
    End, // of the thread or the program
    Sync,
    Guard,
    Failure, // the violation
  };
  Kind kind = Kind::Assign;
  unsigned step = 0; // index into Schedule::steps
  unsigned thread = 0;
  program::CfaId cfa = 0;
  const program::Instruction *instruction = nullptr; // null: an input for uninitialised memory, or the end
  program::SourceSpan span{};
  ByteRange range{}; // Read, Write, Allocate, Free, Failure of an access; Input: of uninitialised memory
  Bits value = 0;    // Sync: the address of the object
  unsigned other = 0;
  EntryId allocation = noEntry; // of the object in `range`, if it is dynamic

  // In Journal::dependencies_.
  std::uint32_t first = 0;
  std::uint32_t values = 0;    // number of entries that give the value, at `first`
  std::uint32_t addresses = 0; // number of entries that give the address, after them
};

/// A lock that a thread holds: its address, and the entry that took it.
struct HeldLock {
  Bits lock = 0;
  EntryId taken = noEntry;
  bool reading = false; // other readers may hold it, too
};

class Journal : public Observer {
public:
  explicit Journal(const program::Program &program) : program_(program) {}

  void beginStep(unsigned step) { step_ = step; }
  void endStep();
  void occurred(const State &state, const Occurrence &occurrence) override;
  void chosen(const State &state, const InputRequest &request, Bits value) override;
  void takes(const State &state, unsigned thread, program::ActionId action) override;
  void violated(const State &state, const Failure &failure) override;

  /// The execution was longer than the journal can record; it has no use then.
  bool isFull() const { return isFull_; }
  const std::vector<Entry> &entries() const { return entries_; }
  const Entry &operator[](EntryId id) const { return entries_[id]; }
  EntryId end() const { return static_cast<EntryId>(entries_.size()); }
  /// The entries that the value, or the address, directly comes from.
  std::span<const EntryId> valuesOf(EntryId id) const;
  std::span<const EntryId> addressesOf(EntryId id) const;
  const std::optional<Failure> &failure() const { return failure_; }

  /// The locks that a thread holds before the entry, in the order in which it took them.
  std::vector<HeldLock> heldBy(unsigned thread, EntryId before) const;
  struct Holder {
    unsigned thread;
    HeldLock held;
  };
  std::vector<Holder> holdersOf(Bits lock, EntryId before) const;
  /// The locks that the last complete step has taken or freed, each once, and the threads that hold one since then.
  std::vector<Bits> changedLocks() const;
  std::vector<Holder> holdersNow(Bits lock) const;
  /// Whether the synchronisation has taken its lock. Known when its step is complete.
  bool took(EntryId sync) const;
  /// The last allocation of an object before the entry; noEntry for a static object.
  EntryId allocationOf(ObjectId object, EntryId before) const;

private:
  EntryId add(Entry entry, const std::vector<EntryId> &values = {}, const std::vector<EntryId> &addresses = {});
  /// An operation of the current action. Without an occurrence, it has no effect outside of registers.
  void process(const program::Instruction &instruction, const Occurrence *occurrence);
  void finishAction();
  std::vector<EntryId> sourcesOf(program::Expr expression) const;
  std::vector<EntryId> writersOf(const ByteRange &range) const;
  void setWriter(const ByteRange &range, EntryId writer);
  void set(unsigned thread, program::RegisterId id, EntryId entry);

  const program::Program &program_;
  unsigned step_ = 0;
  bool isFull_ = false;
  std::vector<Entry> entries_;
  std::vector<EntryId> dependencies_;
  std::map<unsigned, std::vector<EntryId>> registers_;                 // by thread: the entries that have set them
  std::map<unsigned, EntryId> results_;                                // of terminated threads
  std::map<ObjectId, std::vector<EntryId>> writers_;                   // by byte: the last write
  std::map<ObjectId, EntryId> allocations_;                            // of the last object with this id
  std::map<std::pair<unsigned, const std::string *>, EntryId> inputs_; // by thread and Havoc: the last one
  std::optional<Failure> failure_;

  // Locks. What a step does to them is known at its end: the operation that names it need not come first.
  struct LockChange {
    EntryId at;
    unsigned thread;
    HeldLock held;
    bool isTaken;
  };
  void noteLocks();
  std::vector<LockChange> lockChanges_;
  std::map<Bits, std::vector<Holder>> holders_; // at the end of the last step
  std::set<Bits> mutexes_; // the addresses of mutexes and spin locks, whose first word names the holder
  EntryId firstOfStep_ = 0;

  // The action in progress.
  unsigned thread_ = 0;
  program::CfaId cfa_ = 0;
  const std::vector<program::Instruction> *instructions_ = nullptr;
  std::size_t next_ = 0;
};

} // namespace heddle::interpreter
