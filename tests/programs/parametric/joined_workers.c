// Main waits for threads that wait for each other's mutex, never in a cycle, and all end.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int rounds;

void *worker(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (__VERIFIER_nondet_int())
      rounds++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[50];
  for (int i = 0; i < 50; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 50; i++)
    pthread_join(threads[i], 0);
  return 0;
}
