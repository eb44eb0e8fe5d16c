// Mutations: defects that the engine is given on purpose. Random programs and tests/programs must notice every wrong
// proof that results (tests/engines/modular/mutation_test.cpp). No option sets them.
#pragma once

#include <cstdint>

namespace heddle::engines::modular {

enum class Mutation : std::uint8_t {
  None,
  LocksAreKept,        // a lock that only one of two merged paths holds counts as held
  UnlockKeeps,         // a store of zero does not release a lock
  AnyReset,            // a store by a thread that does not hold the lock does not disqualify it
  AcquireIsFree,       // a lock may be taken without an acquiring load
  ReleaseIsFree,       // a lock may be released without a releasing store
  NoInterference,      // what a thread knows of shared memory survives the steps of others
  ForgetStores,        // stores of threads other than main are missing from the global invariant
  FunctionsRunOnce,    // no two threads run the same function
  JoinsCountTwice,     // a join ends two threads
  JoinsEndAll,         // a join ends all threads
  AtomicsNeverRace,    // an atomic access does not race with a plain one
  OffsetsDiffer,       // accesses that begin at different offsets do not overlap
  NoWidening,          // a loop is followed once
  FreesAreForgotten,   // the end of an object's life is not an access
  AnyLockProtects,     // memory is protected by every lock that is held
  NullIsValid,         // accesses through null pointers are not noticed
  ReadersAreWriters,   // a read lock excludes other readers
  UnstableGuards,      // what is known of a cell orders accesses although another thread may end it
  StoresAreOrdered,    // all stores to a cell are taken to be ordered
  EveryStoreReleases,  // stores that do not release are taken to release
  AnyBarrierOrders,    // a barrier orders the accesses of more threads than it waits for
  PostsAreForgotten,   // a thread hands over what it accesses after the store as well
  AnyWordGuards,       // a lock of a family guards all that it may guard
  SlotsDiffer,         // threads are taken to be started with different numbers
  WordsAreStable,      // what a thread knows of an element survives the stores of others
  ThreadsEndEarly,     // threads have been joined whenever main accesses what they may access
  MainIsAbove,         // main accesses only elements of threads that it has not started yet
  PublishedIsOwned,    // a thread owns its newest object even after it has stored a pointer to it
  UsesAreOwned,        // an object is used by its owner only
  UsesWhenAlone,       // main may use an object without its title once all threads have ended
  ArgumentsHaveTitles, // no object is passed to two threads
  CellsHoldTitles,     // a cell has the only pointer to an object
  TakenByLoad,         // a thread that loads a pointer owns the object
  RacesAreExcluded,    // every pair of accesses counts as excluded
  WeakPublication,     // pointers that are stored or loaded with relaxed order order what comes before
  // Of what threads and locks own:
  HeapsAreKept,      // a thread owns what the cells of a lock lead to after it has released the lock
  AnyLockOwns,       // a thread that holds any lock owns what all locks protect
  UnknownIsOwned,    // a thread owns objects of which it knows an address
  SegmentsAreShort,  // a list has one object
  StoresWithoutLock, // a cell that a lock protects may be stored to without it
  ReadersChange,     // a thread that holds a lock for reading changes what the lock protects
  FreedIsOwned,      // a thread owns an object that it has freed
  // Of objects whose size is not a constant:
  AnyRoom,            // they are as large as an access needs
  SizesAtOneStart,    // what main knows of sizes when it starts a thread holds for all threads of the function
  DifferencesAreKept, // a difference of two numbers survives the assignment of one of them
  // Of relations:
  AnyCluster,         // a lock protects relations with variables that it does not protect
  ClustersAreKept,    // a release of a lock does not change the relations that it protects
  RelationsAreStable, // what a thread knows of relations survives the stores of others
  // Of the check for deadlocks:
  NoWaitForItself,   // a thread does not wait for a lock that it holds itself
  JoinsDoNotWait,    // a thread that is joined need not get the locks that it requests
  OtherWaitsEnd,     // waits that are not for locks end
  LocksAreReleased,  // every thread releases its locks, and ends
  CyclesOfTwo,       // at most two threads wait for each other
  AnyGate,           // threads that hold any locks exclude each other
  ReadersDoNotBlock, // a writer does not wait for readers
  CountersEnd,       // a loop with a counter ends, although the counter may wrap around
  // Of quiescent states:
  SignalsWakeAll,       // a signal wakes all threads that wait
  NothingIsOwed,        // every store is followed by a signal
  NothingGoesOnForEver, // threads do not run for ever without letting another one run
  BarriersNeedFewer,    // a round of a barrier is complete with one thread fewer
  JoinsFindNoThread,    // a thread that joins is not blocked by threads that wait
  LoopsAreCounted,      // a register that counts in a loop has the least value that it may have
  ChangesAreExact,      // a store adds what it adds at most
};

} // namespace heddle::engines::modular
