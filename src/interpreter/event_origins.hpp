// Which earlier events the events of a trace follow from: the arrows between the lanes of an execution.
//
// A read follows from the last writes of its bytes, and the first event of a thread from its start. What the library
// models do is shown by the operation that names a step, so that operation stands for the writes of its step: a lock
// that is taken follows from the step that has freed it, a wait that ends from the signal. Between a signal and a wait,
// other waiting threads may have updated the same word; the search goes back through their updates.
#pragma once

#include "interpreter/journal.hpp"
#include "interpreter/trace.hpp"
#include "interpreter/trace_details.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace heddle::interpreter {

class EventOrigins {
public:
  EventOrigins(const program::Program &program, const Journal &journal) : program_(program), journal_(journal) {}

  /// Adds the origins of the events of a complete step, which are those from `first` on. `entries` are theirs in the
  /// journal; noEntry for an event without one.
  void addTo(std::vector<EventDetails> &details, const std::vector<TraceEvent> &events, std::size_t first,
             const std::vector<EntryId> &entries);

private:
  void registerStep(std::size_t first, const std::vector<EntryId> &entries);
  std::optional<program::SyncKind> syncOf(EntryId id) const;
  std::vector<EventOrigin> writesOf(EntryId read) const;
  std::optional<EventOrigin> synchronisationOf(EntryId sync) const;

  const program::Program &program_;
  const Journal &journal_;
  EntryId next_ = 0; // the first entry of the current step
  /// By entry of an event, and by write of a step that an operation names: the event.
  std::map<EntryId, std::size_t> eventOf_;
  std::map<EntryId, program::SyncKind> nameOf_; // by write: the operation that names its step
  std::map<unsigned, std::size_t> starts_;      // by thread that has no event yet
  std::map<unsigned, std::size_t> ends_;        // by thread: its last event
};

} // namespace heddle::interpreter
