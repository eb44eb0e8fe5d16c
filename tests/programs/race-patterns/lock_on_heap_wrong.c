// Main reads the value without the mutex.
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

struct counter {
  pthread_mutex_t mutex;
  unsigned value;
};

static struct counter *counter_new(void) {
  struct counter *counter = malloc(sizeof *counter);
  if (!counter)
    abort();
  pthread_mutex_init(&counter->mutex, 0);
  counter->value = 0;
  return counter;
}

static void increase(struct counter *counter) {
  pthread_mutex_lock(&counter->mutex);
  counter->value++;
  pthread_mutex_unlock(&counter->mutex);
}

static void *user(void *argument) {
  while (__VERIFIER_nondet_bool())
    increase(argument);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct counter *counter = counter_new();
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, user, counter);
  return (int)counter->value;
}
