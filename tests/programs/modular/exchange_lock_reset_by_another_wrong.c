// Another thread resets the lock.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int counter;

void *worker(void *argument) {
  if (atomic_exchange(&lock, 1) == 0) {
    counter++;
    lock = 0;
  }
  return 0;
}

void *other(void *argument) {
  lock = 0;
  return 0;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_create(&third, 0, other, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
