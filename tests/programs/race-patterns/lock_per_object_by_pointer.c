// Helper functions take the object as a pointer and lock the mutex in it; each object is used by several
// threads.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct gauge {
  pthread_mutex_t mutex;
  int value;
  int peak;
};

static struct gauge temperature = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static struct gauge pressure = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void set(struct gauge *gauge, int value) {
  pthread_mutex_lock(&gauge->mutex);
  gauge->value = value;
  if (value > gauge->peak)
    gauge->peak = value;
  pthread_mutex_unlock(&gauge->mutex);
}

static int peak(struct gauge *gauge) {
  pthread_mutex_lock(&gauge->mutex);
  const int result = gauge->peak;
  pthread_mutex_unlock(&gauge->mutex);
  return result;
}

static void *sensor(void *argument) {
  int value = 0;
  while (__VERIFIER_nondet_bool()) {
    set(&temperature, value);
    set(&pressure, 2 * value);
    value = (value + 7) % 100;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, sensor, 0);
  return peak(&temperature) > peak(&pressure);
}
