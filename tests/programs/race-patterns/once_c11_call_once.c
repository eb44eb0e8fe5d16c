// C11 call_once creates the mutex that protects a counter.
#include <threads.h>

_Bool __VERIFIER_nondet_bool(void);

static once_flag once = ONCE_FLAG_INIT;
static mtx_t mutex;
static int users;

static void initialise(void) { mtx_init(&mutex, mtx_plain); }

static int enter(void) {
  call_once(&once, initialise);
  mtx_lock(&mutex);
  const int number = ++users;
  mtx_unlock(&mutex);
  return number;
}

static int user(void *argument) { return enter(); }

int main(void) {
  thrd_t thread;
  while (__VERIFIER_nondet_bool())
    thrd_create(&thread, user, 0);
  return 0;
}
