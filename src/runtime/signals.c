// Signals. Sets of signals and the mask of each thread are exact. A signal may be ignored, or have its default effect.
// A handler would be a step that may be taken at any time: installing one is unsupported.
#include "cancellation.h"
#include "errors.h"
#include "heddle.h"

enum { SIGNALS = 64, BITS = 8 * sizeof(unsigned long), WORDS = SIGNALS / BITS };
enum { CHILD = 17, CONTINUE = 18, STOP = 19, STOP_BY_OUTPUT = 22, URGENT = 23, WINDOW = 28, KILL = 9 };

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

// A new thread has the mask of its creator, which is not known here: if a mask has been set anywhere, that of a thread
// which has not set its own is unknown.
static _Thread_local struct signals blocked;
static _Thread_local _Bool isOwn;
static int anySet;

static void requireKnownMask(void) {
  if (!isOwn && __atomic_load_n(&anySet, __ATOMIC_RELAXED) != 0)
    __heddle_unsupported("the signal mask that a thread has from its creator");
}

int pthread_sigmask(int how, const struct signals *set, struct signals *old) {
  enum { BLOCK, UNBLOCK, SET };
  if (old || how != SET)
    requireKnownMask();
  if (set) {
    isOwn = 1;
    __atomic_store_n(&anySet, 1, __ATOMIC_RELAXED);
  }
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

static handler effects[SIGNALS + 1];

static handler setEffect(int number, handler effect) {
  if (effect != defaultEffect && effect != ignored)
    __heddle_unsupported("a handler of signals");
  return __atomic_exchange_n(&effects[number], effect, __ATOMIC_SEQ_CST);
}

handler signal(int number, handler effect) {
  if (!isSignal(number) || number == KILL || number == STOP) {
    invalid();
    return (handler)-1;
  }
  return setEffect(number, effect);
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
  const handler before =
      action ? setEffect(number, action->effect) : __atomic_load_n(&effects[number], __ATOMIC_SEQ_CST);
  if (!old)
    return 0;
  if (before != defaultEffect)
    __heddle_unsupported("how a signal was handled before (sigaction)");
  old->effect = before;
  for (unsigned i = 0; i < WORDS; ++i)
    old->mask[i] = 0;
  old->flags = 0;
  return 0;
}

static _Bool isIgnored(int number) {
  const handler effect = __atomic_load_n(&effects[number], __ATOMIC_SEQ_CST);
  if (effect == ignored)
    return 1;
  return number == CHILD || number == CONTINUE || number == URGENT || number == WINDOW;
}

int raise(int number) {
  if (number == 0)
    return 0;
  if (!isSignal(number))
    return invalid();
  if (isIgnored(number))
    return 0;
  requireKnownMask();
  if (sigismember(&blocked, number) != 0)
    __heddle_unsupported("a signal that is blocked (raise)");
  if (number >= STOP && number <= STOP_BY_OUTPUT)
    __heddle_unsupported("a signal that stops the program (raise)");
  __heddle_end_program(1);
}

int pthread_kill(unsigned long thread, int number) {
  (void)thread;
  if (number == 0)
    return 0;
  if (!isSignal(number))
    return EINVAL;
  if (!isIgnored(number))
    __heddle_unsupported("a signal to a thread (pthread_kill)");
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
