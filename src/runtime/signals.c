// Signals. Sets of signals, the mask of each thread and what is done about each signal are exact. A signal that a
// thread sends to itself (raise) is handled before the call returns: its handler is called there, with the mask that
// sigaction asks for.
//
// A handler that is installed may also run at any other time, in any thread that does not block the signal, because
// another process may send it; and functions that wait may then return early, with EINTR. These executions are not
// followed. So no proof can rest on a program from the point on at which it installs a handler
// (__heddle_may_be_interrupted), unless the user states that no such signal comes. Violations that are found do not
// need one.
#include "signals.h"
#include "cancellation.h"
#include "errors.h"
#include "lifetimes.h"

enum { SIGNALS = 64, BITS = 8 * sizeof(unsigned long), WORDS = SIGNALS / BITS };
enum { CHILD = 17, CONTINUE = 18, STOP = 19, STOP_BY_OUTPUT = 22, URGENT = 23, WINDOW = 28, KILL = 9 };
enum { THREE_PARAMETERS = 4, NOT_BLOCKED = 0x40000000 };
static const unsigned ONCE = 0x80000000;

typedef void (*handler)(int);
static handler const defaultEffect = (handler)0;
static handler const ignored = (handler)1;

// The part of glibc's sigset_t that is used.
struct signals {
  unsigned long words[WORDS];
};

static _Bool isSignal(int number) { return number >= 1 && number <= SIGNALS; }

static int invalid(void) {
  *__errno_location() = EINVAL;
  return -1;
}

static unsigned long bitOf(int number) { return 1UL << ((unsigned)(number - 1) % BITS); }

int sigemptyset(struct signals *set) {
  for (unsigned i = 0; i < WORDS; ++i)
    set->words[i] = 0;
  return 0;
}

int sigfillset(struct signals *set) {
  for (unsigned i = 0; i < WORDS; ++i)
    set->words[i] = ~0UL;
  return 0;
}

int sigaddset(struct signals *set, int number) {
  if (!isSignal(number))
    return invalid();
  set->words[(unsigned)(number - 1) / BITS] |= bitOf(number);
  return 0;
}

int sigdelset(struct signals *set, int number) {
  if (!isSignal(number))
    return invalid();
  set->words[(unsigned)(number - 1) / BITS] &= ~bitOf(number);
  return 0;
}

int sigismember(const struct signals *set, int number) {
  if (!isSignal(number))
    return invalid();
  return (set->words[(unsigned)(number - 1) / BITS] & bitOf(number)) != 0;
}

// A new thread has the mask of its creator, which pthread_create leaves for it here, by its handle.
static _Thread_local struct signals blocked;
static _Thread_local _Bool isOwn;
static struct signals inherited[HEDDLE_MOST_HANDLES];

static void takeMask(void) {
  if (isOwn)
    return;
  const int self = __heddle_self();
  if (self < HEDDLE_MOST_HANDLES)
    for (unsigned i = 0; i < WORDS; ++i)
      blocked.words[i] = __atomic_load_n(&inherited[self].words[i], __ATOMIC_RELAXED);
  isOwn = 1;
}

void __heddle_pass_on_signal_mask(unsigned long thread) {
  takeMask();
  if (thread >= HEDDLE_MOST_HANDLES)
    __heddle_exceeded("the signal mask of one of more than 63 threads");
  for (unsigned i = 0; i < WORDS; ++i)
    __atomic_store_n(&inherited[thread].words[i], blocked.words[i], __ATOMIC_RELAXED);
}

int pthread_sigmask(int how, const struct signals *set, struct signals *old) {
  enum { BLOCK, UNBLOCK, SET };
  takeMask();
  for (unsigned i = 0; i < WORDS; ++i) {
    const unsigned long before = blocked.words[i];
    if (set) {
      const unsigned long given = set->words[i];
      if (how == BLOCK)
        blocked.words[i] = before | given;
      else if (how == UNBLOCK)
        blocked.words[i] = before & ~given;
      else if (how == SET)
        blocked.words[i] = given;
      else
        return EINVAL;
    }
    if (old)
      old->words[i] = before;
  }
  return 0;
}

int sigprocmask(int how, const struct signals *set, struct signals *old) {
  const int error = pthread_sigmask(how, set, old);
  if (error == 0)
    return 0;
  *__errno_location() = error;
  return -1;
}

// What is done about a signal.
struct disposition {
  handler effect;
  unsigned long mask[WORDS]; // blocked while the handler runs, and the signal itself
  unsigned flags;
};
static struct disposition dispositions[SIGNALS + 1];

static struct disposition dispositionOf(int number) {
  __heddle_atomic_begin();
  const struct disposition now = dispositions[number];
  __heddle_atomic_end();
  return now;
}

static struct disposition exchange(int number, struct disposition next) {
  if (next.effect != defaultEffect && next.effect != ignored)
    __heddle_may_be_interrupted();
  __heddle_atomic_begin();
  const struct disposition before = dispositions[number];
  dispositions[number] = next;
  __heddle_atomic_end();
  return before;
}

handler signal(int number, handler effect) {
  if (!isSignal(number) || number == KILL || number == STOP) {
    invalid();
    return (handler)-1;
  }
  return exchange(number, (struct disposition){.effect = effect}).effect;
}

// glibc's struct sigaction.
struct action {
  handler effect;
  unsigned long mask[1024 / BITS];
  int flags;
  void (*restorer)(void);
};

int sigaction(int number, const struct action *action, struct action *old) {
  if (!isSignal(number) || ((number == KILL || number == STOP) && action))
    return invalid();
  struct disposition before;
  if (action) {
    struct disposition next = {.effect = action->effect, .flags = (unsigned)action->flags};
    for (unsigned i = 0; i < WORDS; ++i)
      next.mask[i] = action->mask[i];
    before = exchange(number, next);
  } else {
    before = dispositionOf(number);
  }
  if (!old)
    return 0;
  old->effect = before.effect;
  for (unsigned i = 0; i < WORDS; ++i)
    old->mask[i] = before.mask[i];
  old->flags = (int)before.flags;
  return 0;
}

static _Bool isIgnored(int number, handler effect) {
  if (effect != defaultEffect)
    return effect == ignored;
  return number == CHILD || number == CONTINUE || number == URGENT || number == WINDOW;
}

// The handler is called in the thread that has the signal.
static void handle(int number, struct disposition how) {
  const struct signals before = blocked;
  if ((how.flags & THREE_PARAMETERS) != 0)
    __heddle_unsupported("a handler of signals with three parameters (SA_SIGINFO)");
  if ((how.flags & ONCE) != 0) {
    struct disposition next = how; // with the mask and the flags, as in Linux
    next.effect = defaultEffect;
    exchange(number, next);
  }
  for (unsigned i = 0; i < WORDS; ++i)
    blocked.words[i] |= how.mask[i];
  if ((how.flags & NOT_BLOCKED) == 0)
    sigaddset(&blocked, number);
  how.effect(number);
  blocked = before;
}

int raise(int number) {
  if (number == 0)
    return 0;
  if (!isSignal(number))
    return invalid();
  const struct disposition how = dispositionOf(number);
  if (isIgnored(number, how.effect))
    return 0;
  takeMask();
  if (number != KILL && number != STOP && sigismember(&blocked, number) != 0)
    __heddle_unsupported("a signal that is blocked (raise)");
  if (how.effect != defaultEffect) {
    handle(number, how);
    return 0;
  }
  if (number >= STOP && number <= STOP_BY_OUTPUT)
    __heddle_unsupported("a signal that stops the program (raise)");
  __heddle_end_program(1);
}

void __heddle_run_handler(int number) {
  const struct disposition how = dispositionOf(number);
  if (how.effect == defaultEffect || how.effect == ignored)
    return;
  takeMask();
  if (number != HEDDLE_ABORT && sigismember(&blocked, number) != 0)
    __heddle_unsupported("a signal that is blocked");
  handle(number, how);
}

int pthread_kill(unsigned long thread, int number) {
  heddle_require_alive(thread);
  if (number == 0)
    return 0;
  if (!isSignal(number))
    return EINVAL;
  if (thread == (unsigned long)__heddle_self())
    return raise(number);
  if (!isIgnored(number, dispositionOf(number).effect))
    __heddle_unsupported("a signal to another thread (pthread_kill)");
  return 0;
}

int kill(int process, int number) {
  (void)process, (void)number;
  __heddle_unsupported("signals (kill)");
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  __heddle_unsupported("signals (alarm)");
}

// A signal may come at any time, also never: that thread would wait for ever.
int sigwait(const struct signals *set, int *number) {
  if (__heddle_checks(HEDDLE_NO_DEADLOCK))
    __heddle_unsupported("waiting for a signal, if no-deadlock is checked (sigwait)");
  heddle_cancellation_point();
  const int received = 1 + (int)__heddle_choose(SIGNALS);
  __heddle_assume(sigismember(set, received) == 1);
  *number = received;
  return 0;
}
