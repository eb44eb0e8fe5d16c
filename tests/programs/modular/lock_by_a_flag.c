// The mutex is taken if a flag says so, and only then the counter changes.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *argument) {
  const int locks = __VERIFIER_nondet_int();
  if (locks)
    pthread_mutex_lock(&mutex);
  if (locks)
    counter++;
  if (locks)
    pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
