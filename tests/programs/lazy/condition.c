// A thread waits for a message with a condition variable; the message is an input and its double.
// Safe: it waits again as long as the message is not there.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
unsigned ready, data, twice = 1;

void *sender(void *arg) {
  unsigned value = __VERIFIER_nondet_uint();
  pthread_mutex_lock(&m);
  data = value;
  twice = value + value;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

void *receiver(void *arg) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  unsigned value = data;
  assert(twice == value + value);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
