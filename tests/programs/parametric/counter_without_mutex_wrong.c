// The same as counter_under_mutex.c, but one branch does not lock.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *argument) {
  const int locks = __VERIFIER_nondet_int();
  if (locks)
    pthread_mutex_lock(&mutex);
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  if (locks)
    pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
