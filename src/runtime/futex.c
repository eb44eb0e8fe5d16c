// Futexes (Linux), and the system calls that programs make by their number.
//
// The kernel keeps a queue of waiting threads for each address. Here, a queue is the address and one bit for each
// waiting thread, by its handle, and is free again when no thread waits there. A wait is two steps: compare the word
// and enter the queue, atomically; leave when the bit is clear. A wake-up clears bits; which ones is arbitrary if there
// are more threads than it wakes. Whether a wait ends without a wake-up is chosen when it begins, as for condition
// variables, so that a thread in a queue is blocked until it is woken: a lost wake-up is a deadlock.
//
// Happens-before: a futex orders nothing by itself. All accesses to the queues, and the kernel's read of the word, are
// relaxed, so that no read here synchronises with a write of another thread: what orders the data that a futex protects
// are the program's own atomic operations on the word. Proofs for any number of threads rest on this, too. There, a
// read that does not synchronise may have any value (engines/parametric/synchronisation.hpp, proof/weak_reads.hpp),
// unless it is part of an operation that __heddle_sync names and that is known to be as favourable without the steps of
// other threads. Waiting for a bit that other threads clear is not: therefore no operation here has a name.
// (A fence before a wake-up does order it with the wait that it ends, as the kernel does; a wait that ends spuriously
// is not ordered.)
#include "cancellation.h"
#include "errors.h"
#include "heddle.h"
#include "times.h"

_Bool __VERIFIER_nondet_bool(void);
int gettid(void);

enum { QUEUES = 4 };

struct queue {
  const int *word; // null if no thread waits
  _Alignas(8) unsigned long long waiting;
};
static struct queue queues[QUEUES];

static const int *wordOf(unsigned i) { return __atomic_load_n(&queues[i].word, __ATOMIC_RELAXED); }
static unsigned long long waitingAt(unsigned i) { return __atomic_load_n(&queues[i].waiting, __ATOMIC_RELAXED); }

// The queue of the word; QUEUES if no thread waits there.
static unsigned find(const int *word) {
  unsigned i = 0;
  while (i < QUEUES && wordOf(i) != word)
    ++i;
  return i;
}

static void leave(unsigned i, unsigned long long woken) {
  const unsigned long long rest = waitingAt(i) & ~woken;
  __atomic_store_n(&queues[i].waiting, rest, __ATOMIC_RELAXED);
  if (rest == 0)
    __atomic_store_n(&queues[i].word, 0, __ATOMIC_RELAXED);
}

static long wait(const int *word, int expected, const struct timespec *timeout) {
  const int self = __heddle_self();
  // With a larger handle, the wait ends without a wake-up, at any later time, as in runtime/condvar.c.
  const _Bool hasBit = self < HEDDLE_MOST_HANDLES;
  if (!hasBit && (!__heddle_spurious_wakeups() || __heddle_checks(HEDDLE_NO_DEADLOCK)))
    __heddle_exceeded("more than 63 threads use futexes");
  const unsigned long long bit = 1ULL << (self % HEDDLE_MOST_HANDLES);
  if (timeout)
    heddle_read_time(timeout);
  __heddle_atomic_begin();
  if (__atomic_load_n(word, __ATOMIC_RELAXED) != expected) {
    __heddle_atomic_end();
    return heddle_fail(EAGAIN);
  }
  if (__heddle_spurious_wakeups() && (!hasBit || __heddle_happens("wakes up spuriously"))) {
    __heddle_atomic_end();
    return !hasBit && timeout && __VERIFIER_nondet_bool() ? heddle_fail(ETIMEDOUT) : 0;
  }
  unsigned i = find(word);
  if (i == QUEUES) {
    i = find(0);
    if (i == QUEUES)
      __heddle_exceeded("threads that wait for more than 4 futexes");
    __atomic_store_n(&queues[i].word, word, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&queues[i].waiting, waitingAt(i) | bit, __ATOMIC_RELAXED);
  __heddle_atomic_end();

  if (!timeout) {
    __heddle_begin_when_clear(&queues[i].waiting, bit);
    __heddle_atomic_end();
    return 0;
  }
  // The timeout passes at an arbitrary later time, before or after the wake-up.
  __heddle_atomic_begin();
  const _Bool isLate = (waitingAt(i) & bit) != 0;
  if (isLate)
    leave(i, bit);
  __heddle_atomic_end();
  return isLate ? heddle_fail(ETIMEDOUT) : 0;
}

static long wake(const int *word, int most) {
  __heddle_atomic_begin();
  const unsigned i = find(word);
  if (i == QUEUES || most <= 0) {
    __heddle_atomic_end();
    return 0;
  }
  unsigned long long woken = waitingAt(i);
  const int count = __builtin_popcountll(woken);
  if (most < count) {
    if (most != 1)
      __heddle_exceeded("a futex that wakes several of its threads, but not all");
    const unsigned long long waiting = woken;
    woken = 1ULL << __heddle_choose(HEDDLE_MOST_HANDLES);
    __heddle_assume((waiting & woken) != 0);
  }
  leave(i, woken);
  __heddle_atomic_end();
  return most < count ? most : count;
}

static long futex(int *word, int operation, int value, __builtin_va_list rest) {
  enum { WAIT = 0, WAKE = 1, WAIT_BITS = 9, WAKE_BITS = 10, PRIVATE = 128, REALTIME = 256 };
  const int kind = operation & ~(PRIVATE | REALTIME);
  if (kind == WAKE)
    return wake(word, value);
  if (kind != WAIT && kind != WAIT_BITS && kind != WAKE_BITS)
    __heddle_exceeded("this operation on a futex");
  const struct timespec *const timeout = __builtin_va_arg(rest, const struct timespec *);
  if (kind == WAIT)
    return wait(word, value, timeout);
  (void)__builtin_va_arg(rest, int *);
  if (__builtin_va_arg(rest, int) != -1)
    __heddle_exceeded("a futex with a set of bits");
  return kind == WAIT_BITS ? wait(word, value, timeout) : wake(word, value);
}

long syscall(long number, ...) {
#ifdef __LP64__
  enum { FUTEX = 202, FUTEX_TIME64 = 202, GETTID = 186 };
#else
  enum { FUTEX = 240, FUTEX_TIME64 = 422, GETTID = 224 };
#endif
  if (number == GETTID)
    return gettid();
  if (number != FUTEX && number != FUTEX_TIME64)
    __heddle_unsupported("a system call other than futex and gettid (syscall)");
  __builtin_va_list list;
  __builtin_va_start(list, number);
  int *const word = __builtin_va_arg(list, int *);
  const int operation = __builtin_va_arg(list, int);
  const int value = __builtin_va_arg(list, int);
  const long result = futex(word, operation, value, list);
  __builtin_va_end(list);
  return result;
}
