// C11 <threads.h> on top of the POSIX models, with the types and values of glibc: an mtx_t is a mutex,
// recursive if requested, a tss_t is a key, and so on. Results are translated.
#include "cancellation.h"
#include "errors.h"
#include "lifetimes.h"
#include "mutex.h"
#include "signals.h"
#include "times.h"

enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

int nanosleep(const struct timespec *duration, struct timespec *remaining);
int pthread_detach(unsigned long thread);
int pthread_mutex_lock(struct heddle_mutex *mutex);
int pthread_mutex_trylock(struct heddle_mutex *mutex);
int pthread_mutex_timedlock(struct heddle_mutex *mutex, const struct timespec *timeout);
int pthread_mutex_unlock(struct heddle_mutex *mutex);
int pthread_mutex_destroy(struct heddle_mutex *mutex);
int pthread_cond_init(void *condvar, const void *attributes);
int pthread_cond_destroy(void *condvar);
int pthread_cond_wait(void *condvar, struct heddle_mutex *mutex);
int pthread_cond_timedwait(void *condvar, struct heddle_mutex *mutex, const struct timespec *timeout);
int pthread_cond_signal(void *condvar);
int pthread_cond_broadcast(void *condvar);
int pthread_once(int *once, void (*routine)(void));
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
void *pthread_getspecific(unsigned key);
int pthread_setspecific(unsigned key, const void *value);

static int translate(int error) {
  if (error == 0)
    return thrd_success;
  if (error == EBUSY)
    return thrd_busy;
  return error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

// The front end extends the int that such a function returns to the width of a thread's result. As in glibc, the
// handle is stored as pthread_create stores it.
int thrd_create(unsigned long *thread, int (*function)(void *), void *argument) {
  __heddle_atomic_begin();
  const unsigned long handle = __heddle_spawn((void *(*)(void *))(void (*)(void))function, argument);
  HEDDLE_STORE_PLAIN(*thread, handle);
  heddle_begin_cancellable(handle);
  heddle_note_lifetime(handle, HEDDLE_JOINABLE);
  if (HEDDLE_USES_SIGNAL_MASKS)
    __heddle_pass_on_signal_mask(handle);
  __heddle_atomic_end();
  return thrd_success;
}

int thrd_join(unsigned long thread, int *result) {
  if (thread == (unsigned long)__heddle_self())
    return thrd_error;
  void *const value = __heddle_join(thread);
  heddle_note_lifetime(thread, HEDDLE_JOINED);
  if (result) {
    __heddle_require_result(value);
    *result = (int)(long)value;
  }
  return thrd_success;
}

int thrd_detach(unsigned long thread) { return translate(pthread_detach(thread)); }
_Noreturn void thrd_exit(int result) {
  heddle_require_no_once_routine();
  __heddle_end_thread((void *)(long)result);
}
unsigned long thrd_current(void) { return (unsigned long)__heddle_self(); }
int thrd_equal(unsigned long first, unsigned long second) { return first == second; }
void thrd_yield(void) {}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining) { return nanosleep(duration, remaining); }

int mtx_init(struct heddle_mutex *mutex, int type) {
  heddle_mutex_initialise(mutex, (type & mtx_recursive) != 0 ? HEDDLE_MUTEX_RECURSIVE : HEDDLE_MUTEX_NORMAL);
  if (__heddle_is_used("mtx_timedlock"))
    HEDDLE_STORE_PLAIN(mutex->timed, (type & mtx_timed) != 0);
  return thrd_success;
}

void mtx_destroy(struct heddle_mutex *mutex) { (void)pthread_mutex_destroy(mutex); }
int mtx_lock(struct heddle_mutex *mutex) { return translate(pthread_mutex_lock(mutex)); }
int mtx_trylock(struct heddle_mutex *mutex) { return translate(pthread_mutex_trylock(mutex)); }
int mtx_unlock(struct heddle_mutex *mutex) { return translate(pthread_mutex_unlock(mutex)); }

int mtx_timedlock(struct heddle_mutex *mutex, const struct timespec *timeout) {
  __heddle_atomic_begin();
  __heddle_require(__atomic_load_n(&mutex->timed, __ATOMIC_RELAXED) != 0, HEDDLE_DEFINED_BEHAVIOUR,
                   "mtx_timedlock of a mutex that is not mtx_timed");
  __heddle_atomic_end();
  return translate(pthread_mutex_timedlock(mutex, timeout));
}

int cnd_init(void *condvar) { return translate(pthread_cond_init(condvar, 0)); }
void cnd_destroy(void *condvar) { (void)pthread_cond_destroy(condvar); }
int cnd_signal(void *condvar) { return translate(pthread_cond_signal(condvar)); }
int cnd_broadcast(void *condvar) { return translate(pthread_cond_broadcast(condvar)); }
int cnd_wait(void *condvar, struct heddle_mutex *mutex) { return translate(pthread_cond_wait(condvar, mutex)); }

int cnd_timedwait(void *condvar, struct heddle_mutex *mutex, const struct timespec *timeout) {
  return translate(pthread_cond_timedwait(condvar, mutex, timeout));
}

int tss_create(unsigned *key, void (*destructor)(void *)) { return translate(pthread_key_create(key, destructor)); }
void tss_delete(unsigned key) { (void)pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return translate(pthread_setspecific(key, value)); }

void call_once(int *flag, void (*routine)(void)) { (void)pthread_once(flag, routine); }
