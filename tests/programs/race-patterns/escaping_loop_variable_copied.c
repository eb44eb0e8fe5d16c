// Each thread gets its number by value, and the loop that starts them goes on at once.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long last_number;

static void *greet(void *argument) {
  const long number = (long)argument;
  pthread_mutex_lock(&mutex);
  if (number > last_number)
    last_number = number;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  long i = 0;
  while (__VERIFIER_nondet_bool()) {
    pthread_create(&thread, 0, greet, (void *)i);
    i = (i + 1) % 1000;
  }
  return 0;
}
