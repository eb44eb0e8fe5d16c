// A thread's memory: reads and writes at symbolic places, and the lifetimes of objects. Internal to unwinding.
//
// What a thread can compute by itself it computes on its view (MemoryView); the rest are events. Every store is an
// event, because other threads may read it. A load is an event if other threads may write at the same time, or may have
// written since the thread last knew the value. The life of an object that may be freed is memory like any other: each
// access reads it, Free reads and clears it.
#pragma once

#include "events/places.hpp"
#include "events/thread_context.hpp"

#include <vector>

namespace heddle::events {

class ThreadMemory {
public:
  explicit ThreadMemory(ThreadContext &context) : context_(context), program_(context.program) {}

  /// The places of an access of this thread at `address`, the value of `sourceAddress`.
  AccessPlaces placesOf(Expr address, Expr sourceAddress, unsigned size, bool write) const;
  /// Whether an earlier unwinding has shown that no two threads access the places at the same time.
  bool isQuiet(const AccessPlaces &places, unsigned size) const;
  /// Whether the address is one of the places; a symbol, if they are not known yet.
  Expr validity(const AccessPlaces &places, unsigned size);
  /// Whether the access is to an object that is alive.
  Expr readLife(ThreadState &state, const AccessPlaces &places);
  /// Stops the thread, or records a violation, if the address is not valid. False if it certainly is not.
  bool requireValid(ThreadState &state, AccessPlaces &places, unsigned size);

  /// Records the access, in case that `valid` does not hold or the address is invented.
  void noteWildAccess(const ThreadState &state, const AccessPlaces &places, Expr valid);

  /// Reads from the view if the value is known there, otherwise by an event. `shared`: other threads may write at the
  /// same time.
  Expr read(ThreadState &state, const AccessPlaces &places, unsigned size, bool shared);
  void write(ThreadState &state, const AccessPlaces &places, Expr value, bool shared);
  /// Records the access for the detection of data races.
  void noteAccess(const ThreadState &state, const AccessPlaces &places, unsigned size, const program::Access &access,
                  bool write);

  /// The place of a dynamic object's life: see Object.
  AccessPlaces lifeOf(ObjectId object) const;
  /// The place of a thread's joinability: see UnwoundProgram.
  AccessPlaces joinabilityOf(ThreadId thread) const;
  /// Whether other threads may free the object while this one uses it.
  bool isLifeShared(ObjectId object, const AccessPlaces &life) const;
  /// Frees the object if the condition holds: it becomes a guard of the events, and a case distinction in the view.
  void endLife(ThreadState &state, const AccessPlaces &life, bool shared, const program::Access &access,
               Expr condition);

private:
  AccessPlaces at(program::Bits place) const;
  std::vector<ObjectId> dynamicObjectsOf(const AccessPlaces &places) const;
  Expr readFromView(ThreadState &state, const AccessPlaces &places, unsigned size);
  void writeToView(ThreadState &state, const AccessPlaces &places, Expr value);
  void updateCache(ThreadState &state, const AccessPlaces &places, Expr value, bool shared);
  void addEvent(ThreadState &state, MemoryEvent::Kind kind, const AccessPlaces &places, unsigned size, Expr value);
  program::ExprPool &pool() const { return context_.pool(); }

  ThreadContext &context_;
  UnwoundProgram &program_;
};

} // namespace heddle::events
