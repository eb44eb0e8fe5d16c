// A configuration that a read-write lock protects, with any number of readers and writers.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct {
  int rate;
  int burst;
} configuration = {100, 10};

static int allowed(int tokens) {
  pthread_rwlock_rdlock(&lock);
  const int result = tokens < configuration.burst || tokens < configuration.rate;
  pthread_rwlock_unlock(&lock);
  return result;
}

static void reconfigure(int rate, int burst) {
  pthread_rwlock_wrlock(&lock);
  configuration.rate = rate;
  configuration.burst = burst;
  pthread_rwlock_unlock(&lock);
}

static void *client(void *argument) {
  int refused = 0;
  while (__VERIFIER_nondet_bool())
    if (!allowed(__VERIFIER_nondet_int()))
      refused++;
  return 0;
}

static void *administrator(void *argument) {
  while (__VERIFIER_nondet_bool())
    reconfigure(__VERIFIER_nondet_int(), 5);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    if (__VERIFIER_nondet_bool())
      pthread_create(&thread, 0, client, 0);
    else
      pthread_create(&thread, 0, administrator, 0);
  return 0;
}
