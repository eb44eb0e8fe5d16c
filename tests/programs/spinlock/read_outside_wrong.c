// The read stands before the lock: the update can get lost.
#include <pthread.h>
extern void reach_error(void);
pthread_spinlock_t lock;
int x;

void *worker(void *arg) {
  int old = x;
  pthread_spin_lock(&lock);
  x = old + 1;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  return 0;
}
