// Any number of threads increment and decrement a counter under a mutex: in between, no other thread sees it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
