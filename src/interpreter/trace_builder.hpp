// Builds the Trace of an execution: the observer that `execution` installs.
#pragma once

#include "interpreter/event_origins.hpp"
#include "interpreter/journal.hpp"
#include "interpreter/machine.hpp"
#include "interpreter/observer.hpp"
#include "interpreter/paths.hpp"
#include "interpreter/trace.hpp"
#include "interpreter/trace_details.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::interpreter {

class TraceBuilder : public Observer {
public:
  /// Without `events`, only the schedule is recorded.
  TraceBuilder(const Machine &machine, bool events)
      : machine_(machine), program_(machine.program()), events_(events), journal_(machine.program()),
        paths_(machine.program(), journal_, machine.names()), origins_(machine.program(), journal_) {}

  /// Main's first local work precedes the first step and is shown with it.
  void beginStep(unsigned thread);
  void endStep(const State &state);
  void occurred(const State &state, const Occurrence &occurrence) override;
  void chosen(const State &state, const InputRequest &request, Bits value) override;
  void takes(const State &state, unsigned thread, program::ActionId action) override;
  void violated(const State &state, const Failure &failure) override;

  Trace take();
  std::vector<EventDetails> takeDetails() { return std::move(details_); }

private:
  /// "argv[1][0]" if the request is for a part of a command-line argument.
  std::optional<std::string> argumentPlace(const State &state, const InputRequest &request) const;
  void add(const Occurrence &occurrence, std::string text, bool local, std::vector<EventAccess> accesses = {});
  void noteThread(unsigned slot, program::CfaId cfa);
  void addAccess(const State &state, const Occurrence &occurrence, bool isRead, bool isShared);
  std::optional<Paths::Named> pathOf(const State &state) const;
  std::string pathTo(ObjectId object, const State &state) const;
  void addSync(const State &state, const Occurrence &occurrence, program::SyncKind kind);
  /// What a choice of the environment means; empty if it means that nothing unusual happens.
  std::string choiceText(const InputRequest &request, Bits value) const;
  /// Attempts to lock are known to have failed at the end of the step.
  void finishAttempts();
  /// The locks that the step has taken or freed belong to the operation that names it.
  void noteLocks(const State &state);
  void flush();

  const Machine &machine_;
  const program::Program &program_;
  Trace trace_;
  std::vector<EventDetails> details_; // of its events
  bool events_;
  Journal journal_; // where addresses come from, and which thread holds which lock
  Paths paths_;
  EventOrigins origins_;

  struct Pending {
    TraceEvent event;
    EventDetails details{};
    EntryId entry = noEntry;
    bool raw = false;             // an access in Heddle's library models
    std::optional<Bits> choice{}; // a number that the environment has chosen
  };
  std::vector<Pending> pending_; // of the current step
  bool named_ = false;           // the current step has a Sync
  /// A Sync of the current step that may fail to take its lock.
  struct LockAttempt {
    std::size_t event; // in `pending_`
    EntryId sync;
  };
  std::vector<LockAttempt> attempts_;
  std::optional<program::SyncKind> sync_; // the last one of the current step
  std::map<Bits, std::string> syncNames_; // by address of the object
};

} // namespace heddle::interpreter
