// memcpy reads plainly: it races with a write to any byte that it copies.
#include <pthread.h>
#include <string.h>
char shared[6], copy[6];

void *worker(void *arg) {
  shared[4] = 'x';
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  memcpy(copy, shared, sizeof copy);
  pthread_join(t, 0);
  return 0;
}
