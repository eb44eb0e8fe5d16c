// The barrier waits for a fourth thread.
#include <pthread.h>
pthread_barrier_t b;
int x;

void *worker(void *arg) {
  pthread_barrier_wait(&b);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_barrier_init(&b, 0, 4);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_barrier_wait(&b);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
