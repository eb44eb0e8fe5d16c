// An atomic update and a plain read of the same variable.
#include <pthread.h>

int counter;

void *worker(void *argument) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  const int early = counter;
  pthread_join(first, 0);
  pthread_join(second, 0);
  return early;
}
