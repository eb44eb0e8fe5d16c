// A configuration that a read-write lock protects, with a reader and a writer.
#include <pthread.h>

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
  for (int i = 0; i < 2; i++)
    if (!allowed(__VERIFIER_nondet_int()))
      refused++;
  return 0;
}

static void *administrator(void *argument) {
  for (int i = 0; i < 2; i++)
    reconfigure(__VERIFIER_nondet_int(), 5);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, client, 0);
  pthread_create(&second, 0, administrator, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
