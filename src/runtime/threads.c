// POSIX threads: create, exit, join, detach. The handle that Heddle gives a thread is its pthread_t.
//
// Creation is one step together with the store of the new thread's handle, as in glibc, so the thread
// finds its own pthread_t there. POSIX does not guarantee that order: a thread that reads it without
// synchronisation races with the store.
#include "errors.h"
#include "thread_attributes.h"

int pthread_create(unsigned long *thread, const struct heddle_attributes *attributes, void *(*function)(void *),
                   void *argument) {
  const _Bool detached = attributes != 0 && attributes->detached != 0;
  __heddle_atomic_begin();
  const unsigned long handle = __heddle_spawn(function, argument);
  *thread = handle;
  if (detached)
    __heddle_detach(handle);
  __heddle_atomic_end();
  return 0;
}

int pthread_join(unsigned long thread, void **result) {
  if (thread == (unsigned long)__heddle_self())
    return EDEADLK;
  void *const value = __heddle_join(thread);
  if (result)
    *result = value;
  return 0;
}

int pthread_detach(unsigned long thread) {
  __heddle_detach(thread);
  return 0;
}

_Noreturn void pthread_exit(void *result) { __heddle_end_thread(result); }

unsigned long pthread_self(void) { return (unsigned long)__heddle_self(); }

int pthread_equal(unsigned long first, unsigned long second) { return first == second; }

// No effect: every step is a scheduling point anyway.
int sched_yield(void) { return 0; }
int pthread_yield(void) { return 0; }

// Names, priorities and processors of threads have no effect on the model.
int pthread_setname_np(unsigned long thread, const char *name) {
  (void)thread, (void)name;
  return 0;
}

int pthread_setconcurrency(int level) {
  (void)level;
  return 0;
}

int pthread_setschedparam(unsigned long thread, int policy, const void *parameters) {
  (void)thread, (void)policy, (void)parameters;
  return 0;
}

int pthread_setschedprio(unsigned long thread, int priority) {
  (void)thread, (void)priority;
  return 0;
}

int pthread_setaffinity_np(unsigned long thread, heddle_size size, const void *processors) {
  (void)thread, (void)size, (void)processors;
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

int pthread_kill(unsigned long thread, int signal) {
  (void)thread, (void)signal;
  __heddle_unsupported("signals (pthread_kill)");
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  (void)prepare, (void)parent, (void)child;
  __heddle_unsupported("processes (pthread_atfork)");
}
