// A counter on the heap with its own mutex; its address is the argument of both threads.
#include <pthread.h>
#include <stdlib.h>

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
  for (int i = 0; i < 2; i++)
    increase(argument);
  return 0;
}

int main(void) {
  pthread_t first, second;
  struct counter *counter = counter_new();
  pthread_create(&first, 0, user, counter);
  pthread_create(&second, 0, user, counter);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
