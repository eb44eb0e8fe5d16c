// Which thread runs, and until when.
//
// Exactly one thread runs: the others wait for a futex each, or have not been given control yet. While turns are
// left, control follows them. After the last one, or when a turn cannot be enforced because its thread waits or
// does not exist, the running thread continues as long as it can (`free` mode), so that what follows can still be
// observed; a thread that only repeats itself is interrupted after a number of points, so that others can end its loop.
//
// The program has no clock: that nothing can happen is noticed when no thread can run.
#define _GNU_SOURCE
#include "shim.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

struct thread heddleThreads[MOST_THREADS];
__thread unsigned heddleSelf;
static __thread bool isOurs; // a thread that this scheduler knows

enum { POINTS_OF_TURN = 20000000, POINTS_OF_STAY = 20000, POINTS_OF_RUN = 100000000, POINTS_OF_DEADLOCK = 100000 };

static unsigned position;     // of the current turn
static unsigned pointsOfStay; // since control was passed to the running thread
static unsigned pointsOfRun;  // in free mode

void __heddle_thread_cleanup(void) __attribute__((weak));

static const struct turn *current(void) { return position < heddleTurnCount ? &heddleTurns[position] : NULL; }
static bool isFree(void) { return current() == NULL || current()->count == 0; }
static struct thread *self(void) { return &heddleThreads[heddleSelf]; }

static void sleepUntilScheduled(struct thread *thread) {
  while (__atomic_load_n(&thread->mayRun, __ATOMIC_ACQUIRE) == 0)
    syscall(SYS_futex, &thread->mayRun, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void passTo(unsigned slot) {
  pointsOfStay = 0;
  if (slot == heddleSelf)
    return;
  struct thread *const me = self();
  const bool continues = me->status == ACTIVE || me->status == STOPPED;
  me->frame = heddleUserFrame();
  __atomic_store_n(&me->mayRun, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&heddleThreads[slot].mayRun, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &heddleThreads[slot].mayRun, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  if (continues)
    sleepUntilScheduled(me);
}

static bool holds(const struct condition *condition) {
  switch (condition->kind) {
  case NOT_WAITING:
    return true;
  case THREAD_ENDED:
    return heddleThreads[condition->thread].status == ENDED || heddleThreads[condition->thread].isDetached;
  case WORD_CLEAR:
    return (*(const unsigned long long *)condition->word & condition->values[0]) == 0;
  case WORD_NOT:
    return *(const unsigned *)condition->word != (unsigned)condition->values[0];
  case WORD_IN:
    for (unsigned i = 0; i < condition->count; ++i)
      if (*(const unsigned *)condition->word == (unsigned)condition->values[i])
        return true;
    return false;
  }
  return true;
}

static bool canRun(unsigned slot) { return heddleThreads[slot].status == ACTIVE && holds(&heddleThreads[slot].waits); }

// The next thread after `first` that can run, in the order of their numbers; `first` itself comes last.
static bool findRunnable(unsigned first, unsigned *found) {
  for (unsigned i = 1; i <= MOST_THREADS; ++i)
    if (canRun((first + i) % MOST_THREADS)) {
      *found = (first + i) % MOST_THREADS;
      return true;
    }
  return false;
}

static bool anyStopped(void) {
  for (unsigned i = 0; i < MOST_THREADS; ++i)
    if (heddleThreads[i].status == STOPPED)
      return true;
  return false;
}

static bool anyActive(void) {
  for (unsigned i = 0; i < MOST_THREADS; ++i)
    if (heddleThreads[i].status == ACTIVE)
      return true;
  return false;
}

// Threads of a deadlock are given control before others.
static bool findDeadlocked(unsigned *found) {
  for (unsigned i = 0; i < heddleDeadlockedCount; ++i)
    if (canRun(heddleDeadlocked[i])) {
      *found = heddleDeadlocked[i];
      return true;
    }
  return false;
}

static bool areDeadlocked(void) {
  unsigned ignored = 0;
  return heddleDeadlockedCount != 0 && !findDeadlocked(&ignored);
}

// The run ends here, although threads could continue.
static void giveUp(const char *how) {
  if (areDeadlocked())
    heddleDeadlock();
  heddleFinish(how);
}

// The calling thread cannot continue now: passes control to the thread of the next turn that can, or to any other.
static void passOn(void) {
  while (!isFree() || current() != NULL) {
    const struct turn *const turn = current();
    if (canRun(turn->thread)) {
      passTo(turn->thread);
      return;
    }
    if (turn->count == 0)
      break;
    const int status = heddleThreads[turn->thread].status;
    heddleMissed(turn, status == UNUSED    ? "the thread does not exist"
                       : status == ENDED   ? "the thread has ended"
                       : status == STOPPED ? "the thread has stopped at an assumption"
                                           : "the thread waits");
    ++position;
  }
  unsigned next = 0;
  if (findDeadlocked(&next) || findRunnable(heddleSelf, &next)) {
    passTo(next);
    return;
  }
  if (anyActive() && !anyStopped())
    heddleDeadlock();
  heddleFinish(anyActive() || anyStopped() ? "stopped" : "ended");
}

static void noteStack(struct thread *me) {
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  me->stack = lowest;
  me->stackEnd = me->stack + size;
}

void heddlePoint(void) {
  struct thread *const me = self();
  if (!isOurs || me->blocks != 0)
    return;
  heddleOrderPoint();
  if (me->hasReachedEnd) {
    me->hasReachedEnd = false;
    me->count = 0;
    ++position;
    passOn();
    return;
  }
  ++pointsOfStay;
  if (isFree()) {
    // Threads of a deadlock have not continued in all that time.
    if (++pointsOfRun > (areDeadlocked() ? POINTS_OF_DEADLOCK : POINTS_OF_RUN))
      giveUp("endless");
    unsigned next = 0;
    if (pointsOfStay > POINTS_OF_STAY && findRunnable(heddleSelf, &next))
      passTo(next);
  } else if (pointsOfStay > POINTS_OF_TURN) {
    heddleMissed(current(), "the thread does not come there");
    ++position;
    passOn();
  }
}

static bool isCounted(const struct thread *me) {
  const struct turn *const turn = current();
  return isOurs && turn != NULL && turn->count != 0 && turn->thread == heddleSelf && !me->hasReachedEnd;
}

void heddleEvent(enum event kind, unsigned place) {
  struct thread *const me = self();
  const struct turn *const turn = current();
  if (isCounted(me) && turn->kind == kind && turn->place == place && turn->syncs == me->syncs &&
      ++me->count == turn->count)
    me->hasReachedEnd = true;
}

void heddleManyEvents(unsigned place) {
  struct thread *const me = self();
  if (isCounted(me) && current()->place == place && current()->syncs == me->syncs)
    me->hasReachedEnd = true;
}

void heddleSynchronised(void) {
  struct thread *const me = self();
  if (!isOurs)
    return;
  ++me->syncs;
  if (!isCounted(me))
    return;
  const struct turn *const turn = current();
  if (turn->kind == SYNCHRONISATION && turn->syncs == me->syncs)
    me->hasReachedEnd = true;
  if (turn->syncs >= me->syncs)
    return;
  heddleMissed(turn, "the thread has not come there before its next synchronisation");
  me->hasReachedEnd = true;
}

void heddleWait(struct condition condition) {
  struct thread *const me = self();
  me->waitsAt = heddleUserPlace();
  heddlePoint();
  me->waits = condition;
  while (!holds(&condition)) {
    if (isCounted(me)) {
      heddleMissed(current(), "the thread waits");
      ++position;
    }
    passOn();
  }
  me->waits.kind = NOT_WAITING;
}

void heddleStop(void) {
  self()->status = STOPPED;
  for (;;)
    passOn();
}

static void *run(void *argument) {
  const unsigned slot = (unsigned)(uintptr_t)argument;
  heddleSelf = slot;
  isOurs = true;
  char name[16];
  snprintf(name, sizeof name, "T%u", slot);
  prctl(PR_SET_NAME, name);
  struct thread *const me = self();
  noteStack(me);
  sleepUntilScheduled(me);
  heddleEnd(me->function(me->argument));
}

unsigned long heddleStart(void *(*function)(void *), void *argument, unsigned slot) {
  struct thread *const child = &heddleThreads[slot];
  if (child->status != UNUSED)
    giveUp("no-thread");
  memset(child, 0, sizeof *child);
  child->status = ACTIVE;
  child->function = function;
  child->argument = argument;
  heddleOrderStart(slot);
  pthread_t handle;
  if (pthread_create(&handle, NULL, run, (void *)(uintptr_t)slot) != 0) {
    child->status = UNUSED;
    giveUp("no-thread");
  }
  return slot + 1;
}

void heddleEnd(void *result) {
  heddlePoint();
  if (__heddle_thread_cleanup && heddleSelf != 0)
    __heddle_thread_cleanup();
  struct thread *const me = self();
  me->result = result;
  heddlePoint();
  me->blocks = 0;
  heddleSynchronised();
  me->status = me->isDetached ? UNUSED : ENDED;
  if (me->hasReachedEnd) {
    me->hasReachedEnd = false;
    ++position;
  } else if (isCounted(me)) {
    heddleMissed(current(), "the thread has ended");
    ++position;
  }
  passOn();
  syscall(SYS_exit, 0); // only this thread; nothing of it is needed any more
  __builtin_unreachable();
}

// The front end leaves out inputs that have no effect, so the next one need not belong to this call.
bool heddleHasInput(const char *name, unsigned long long *value) {
  const unsigned here = heddleUserPlace();
  for (unsigned i = 0; i < heddleInputCount; ++i) {
    const struct input *const input = &heddleInputs[i];
    const struct place *const place = &heddlePlaces[input->place];
    if (heddleInputUsed[i] || input->thread != heddleSelf || strcmp(input->name, name) != 0 ||
        (input->place != NO_PLACE && !heddleIsOnLine(here, place->file, place->line)))
      continue;
    heddleInputUsed[i] = true;
    *value = input->value;
    return true;
  }
  return false;
}

unsigned long long heddleInput(const char *name) {
  unsigned long long value = 0;
  heddleHasInput(name, &value);
  return value;
}

__attribute__((constructor)) static void begin(void) {
  isOurs = true;
  heddleThreads[0].status = ACTIVE;
  heddleThreads[0].mayRun = 1;
  noteStack(&heddleThreads[0]);
  prctl(PR_SET_NAME, "main");
  heddleThreads[0].clock.times[0] = 1;
}
