// The scheduler that `heddle replay --native` links with the user's program: interface of its parts, and of the tables
// that Heddle generates for one execution (src/native/tables.cpp).
//
// The program is compiled with the instrumentation of clang's thread sanitizer, so that each access to memory that may
// be shared is announced by a call of __tsan_*; the functions of the sanitizer's run-time library are those of this
// scheduler. Synchronisation functions are Heddle's own library models (src/runtime), compiled for the machine; the
// intrinsics that they are written in terms of are functions of this scheduler, too.
//
// One thread runs at a time. It runs until it has done what the current *turn* ends with, and then, at its next
// *point* (an access, a synchronisation, an input, its end), passes control to the thread of the next turn. What a
// thread does between two points is not noticed by other threads, so this enforces the interleaving.
#ifndef HEDDLE_SHIM_H
#define HEDDLE_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_THREADS = 256, NO_PLACE = 0 };

// What a thread does at a place. The order is that of native::EventKind.
enum event { READ, WRITE, FENCE, INPUT, SYNCHRONISATION };

// A place in the source. Place 0 is unknown.
struct place {
  const char *file;
  unsigned line;
  unsigned column;
  bool isModel; // in a library model of Heddle
};

// A thread runs until it has made `count` events of this kind at this place after its `syncs`-th synchronisation; or,
// if the kind is SYNCHRONISATION, until that synchronisation is complete. The last turn has no end: count is 0.
struct turn {
  unsigned thread;
  enum event kind;
  unsigned place;
  unsigned syncs;
  unsigned count;
  unsigned step; // of the schedule, for messages
};

// A value that the environment chose, in the order in which its thread takes them.
struct input {
  unsigned thread;
  const char *name;
  unsigned long long value;
  unsigned place; // of the call in the user's files; NO_PLACE: any
};

// Properties, as enum heddle_property of src/runtime/heddle.h numbers them, and those that only the interpreter knows.
enum property {
  LOCK_DISCIPLINE,
  VALID_DEREF,
  VALID_FREE,
  UNREACH_CALL,
  NO_DATA_RACE,
  NO_DEADLOCK,
  DEFINED_BEHAVIOUR,
  NO_OVERFLOW,
  VALID_MEMTRACK,
};

// The tables of one execution.
extern const struct place heddlePlaces[];
extern const struct turn heddleTurns[];
extern const unsigned heddleTurnCount;
extern const struct input heddleInputs[];
extern const unsigned heddleInputCount;
extern bool heddleInputUsed[];
extern const char *const heddleUsedFunctions[]; // ends with a null pointer
extern const unsigned heddleChecked;            // bit i: property i is checked
extern const unsigned heddleRace[2];            // the places of the two accesses of a race
extern const unsigned heddleDeadlocked[];       // threads that wait for ever at the end
extern const unsigned heddleDeadlockedCount;
extern const char *const heddleExpectedFile; // where the violation is, or the allocation of memory that is lost
extern const unsigned heddleExpectedLine;
extern const bool heddleMallocMayFail;
extern const bool heddleSpuriousWakeups;

static inline bool isChecked(enum property property) { return (heddleChecked >> property & 1U) != 0; }

// What a waiting thread waits for: a word of memory, or the end of a thread.
struct condition {
  enum { NOT_WAITING, WORD_IN, WORD_NOT, WORD_CLEAR, THREAD_ENDED } kind;
  const void *word;
  unsigned long long values[3]; // WORD_IN: the first `count`; WORD_NOT: the first; WORD_CLEAR: a mask
  unsigned count;
  unsigned thread;
};

// A vector clock: for each thread, how much of it happens before.
struct clock {
  unsigned times[MOST_THREADS];
};

struct thread {
  enum { UNUSED, ACTIVE, STOPPED, ENDED } status;
  unsigned mayRun; // a futex: 1 if this thread runs
  unsigned blocks; // nested atomic blocks
  bool isDetached;
  unsigned accessAt;  // the place of its last access
  bool hasReachedEnd; // of its turn
  unsigned syncs;
  unsigned count; // events that the turn's end counts
  struct condition waits;
  unsigned waitsAt; // the user's place
  void *(*function)(void *);
  void *argument;
  void *result;
  const char *stack; // its lowest address, and the end
  const char *stackEnd;
  const char *frame; // where the part begins that the user's functions use, while it does not run
  bool hasCreated;   // a thread, since its last point
  struct clock clock;
  struct clock acquirable; // what relaxed loads have read from, for the next acquire fence
  struct clock released;   // the clock at the last release fence
};
extern struct thread heddleThreads[MOST_THREADS];
extern __thread unsigned heddleSelf;

// shim_scheduler.c
void heddlePoint(void);
void heddleEvent(enum event kind, unsigned place);
// An access to many bytes, of which the interpreter makes several events at the same place.
void heddleManyEvents(unsigned place);
void heddleSynchronised(void);
void heddleWait(struct condition condition);
void heddleStop(void) __attribute__((noreturn)); // an assumption has failed: the others continue
unsigned long heddleStart(void *(*function)(void *), void *argument, unsigned slot);
void heddleEnd(void *result) __attribute__((noreturn));
unsigned long long heddleInput(const char *name);
bool heddleHasInput(const char *name, unsigned long long *value);

// shim_places.c: the place of a return address, and the innermost one in the user's files on the stack.
unsigned heddlePlaceOf(const void *returnAddress);
unsigned heddleUserPlace(void);
// Where the part of the stack begins that functions in the user's files use.
const char *heddleUserFrame(void);
bool heddleIsOnLine(unsigned place, const char *file, unsigned line);
// How many frames the innermost function in the user's files is above the caller.
unsigned heddleFramesToUser(void);

// shim_report.c: what happens is written, a line for each thing, to the file that HEDDLE_NATIVE_REPORT names. A
// violation ends the program.
void heddleViolation(enum property property, unsigned place, unsigned other, const char *text)
    __attribute__((noreturn, noinline));
void heddleDeadlock(void) __attribute__((noreturn, noinline));
void heddleMissed(const struct turn *turn, const char *reason);
void heddleFinish(const char *how) __attribute__((noreturn));
void heddleNote(const char *text);

// shim_memory.c
void heddleCheckAccess(const void *address, size_t size, bool isWrite, unsigned place);
void heddleCheckLeaks(void);

// shim_order.c: happens-before.
void heddleOrderStart(unsigned child);
void heddleOrderJoin(unsigned child);
void heddleOrderPoint(void); // the thread is outside of atomic blocks
void heddleOrderLoad(const void *address, int order);
void heddleOrderStore(const void *address, int order, bool continues);
void heddleOrderFence(int order);
void heddleOrderAccess(const void *address, size_t size, bool isWrite, bool isAtomic, unsigned place);
// A plain access. In an atomic block it is a sequentially consistent one.
void heddleOrderPlain(const void *address, size_t size, bool isWrite, unsigned place);

#endif
