// A spin lock protects a counter.
#include <pthread.h>

pthread_spinlock_t spin;
int counter;

void *worker(void *argument) {
  pthread_spin_lock(&spin);
  counter++;
  pthread_spin_unlock(&spin);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_spin_init(&spin, 0);
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
