// Each thread gets the address of the loop variable, which the loop changes.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long last_number;

static void *greet(void *argument) {
  const long number = *(long *)argument;
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
    pthread_create(&thread, 0, greet, &i);
    pthread_detach(thread);
    i = (i + 1) % 1000;
  }
  return 0;
}
