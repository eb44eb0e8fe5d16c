// The number of users is read again after the mutex has been unlocked.
#include <threads.h>

_Bool __VERIFIER_nondet_bool(void);

static once_flag once = ONCE_FLAG_INIT;
static mtx_t mutex;
static int users;

static void initialise(void) { mtx_init(&mutex, mtx_plain); }

static int enter(void) {
  call_once(&once, initialise);
  mtx_lock(&mutex);
  ++users;
  mtx_unlock(&mutex);
  return users;
}

static int user(void *argument) { return enter(); }

int main(void) {
  thrd_t thread;
  while (__VERIFIER_nondet_bool())
    thrd_create(&thread, user, 0);
  return 0;
}
