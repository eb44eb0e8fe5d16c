// POSIX threads: create, exit, join, detach. The handle that Heddle gives a thread is its pthread_t.
//
// The creator stores the handle before the new thread takes its first step, as in glibc: pthread_create is one
// step, and everything in the step that starts a thread happens before everything in that thread. So a thread
// finds its own pthread_t there. (POSIX leaves the order open, and musl stores the handle after the start.) The
// store is plain: two creators that share one variable race.
#include "blocks.h"
#include "cancellation.h"
#include "errors.h"
#include "formatting.h"
#include "lifetimes.h"
#include "signals.h"
#include "thread_attributes.h"

int __heddle_lifetimes[HEDDLE_MOST_HANDLES];

int pthread_create(unsigned long *thread, const struct heddle_attributes *attributes, void *(*function)(void *),
                   void *argument) {
  int detached = 0;
  if (attributes) {
    detached = __atomic_load_n(&attributes->detached, __ATOMIC_RELAXED);
    HEDDLE_REQUIRE_INITIALISED(attributes, (unsigned)detached <= 1, "thread attributes object");
  }
  __heddle_atomic_begin();
  const unsigned long handle = __heddle_spawn(function, argument);
  HEDDLE_STORE_PLAIN(*thread, handle);
  heddle_begin_cancellable(handle);
  if (HEDDLE_USES_SIGNAL_MASKS)
    __heddle_pass_on_signal_mask(handle);
  heddle_note_lifetime(handle, detached ? HEDDLE_DETACHED : HEDDLE_JOINABLE);
  if (detached)
    __heddle_detach(handle);
  __heddle_atomic_end();
  return 0;
}

int pthread_join(unsigned long thread, void **result) {
  if (thread == (unsigned long)__heddle_self())
    return EDEADLK;
  if (HEDDLE_WAITS_FOR_CANCELLATION)
    heddle_wait_for_cancellation();
  void *const value = __heddle_join(thread);
  heddle_note_lifetime(thread, HEDDLE_JOINED);
  if (result) {
    __heddle_require_result(value);
    *result = value;
  }
  return 0;
}

int pthread_detach(unsigned long thread) {
  __heddle_detach(thread);
  heddle_note_lifetime(thread, HEDDLE_DETACHED);
  return 0;
}

_Noreturn void pthread_exit(void *result) {
  heddle_require_no_once_routine();
  __heddle_end_thread(result);
}

unsigned long pthread_self(void) { return (unsigned long)__heddle_self(); }

int pthread_equal(unsigned long first, unsigned long second) { return first == second; }

// No effect: every step is a scheduling point anyway.
int sched_yield(void) { return 0; }
int pthread_yield(void) { return 0; }

// Names, priorities and processors of threads have no effect on the model.
int pthread_setname_np(unsigned long thread, const char *name) {
  (void)thread;
  heddle_read_string(name);
  return 0;
}

int pthread_setconcurrency(int level) {
  (void)level;
  return 0;
}

int pthread_setschedparam(unsigned long thread, int policy, const void *parameters) {
  (void)thread, (void)policy;
  __heddle_touch(parameters, 4);
  return 0;
}

int pthread_setschedprio(unsigned long thread, int priority) {
  (void)thread, (void)priority;
  return 0;
}

int pthread_setaffinity_np(unsigned long thread, heddle_size size, const void *processors) {
  (void)thread;
  heddle_read_block(processors, size);
  return 0;
}

int pthread_tryjoin_np(unsigned long thread, void **result) {
  (void)thread, (void)result;
  __heddle_unsupported("pthread_tryjoin_np");
}

int pthread_timedjoin_np(unsigned long thread, void **result, const void *timeout) {
  (void)thread, (void)result, (void)timeout;
  __heddle_unsupported("pthread_timedjoin_np");
}

// The handlers run when the program forks, which is unsupported.
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  (void)prepare, (void)parent, (void)child;
  return 0;
}
