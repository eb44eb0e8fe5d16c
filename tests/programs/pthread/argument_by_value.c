// Each thread gets its own number by value.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
int seen[2];

void *worker(void *arg) {
  seen[(intptr_t)arg] = 1;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, worker, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  assert(seen[0] == 1 && seen[1] == 1);
  return 0;
}
