// Any number of threads use a table that the first one of them builds, with sequentially consistent atomics.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

struct limits {
  int low;
  int high;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool ready;
static struct limits limits;

static void load_limits(void) {
  limits.low = 10;
  limits.high = 20;
}

static void ensure_limits(void) {
  if (atomic_load(&ready))
    return;
  pthread_mutex_lock(&mutex);
  if (!atomic_load(&ready)) {
    load_limits();
    atomic_store(&ready, 1);
  }
  pthread_mutex_unlock(&mutex);
}

static int clamp(int value) {
  ensure_limits();
  if (value < limits.low)
    return limits.low;
  return value > limits.high ? limits.high : value;
}

static void *use(void *argument) { return (void *)(long)clamp((int)(long)argument); }

int main(void) {
  pthread_t thread;
  for (long i = 0; __VERIFIER_nondet_bool(); i = (i + 5) % 40)
    pthread_create(&thread, 0, use, (void *)i);
  return 0;
}
