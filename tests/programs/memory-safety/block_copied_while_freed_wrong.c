// A copy of several bytes, whose target another thread may free.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int a, b;
};
struct pair *shared;

void *copier(void *arg) {
  struct pair mine = {1, 2};
  memcpy(shared, &mine, sizeof mine);
  return 0;
}

void *freer(void *arg) {
  free(shared);
  return 0;
}

int main(void) {
  pthread_t first, second;
  shared = calloc(1, sizeof *shared);
  pthread_create(&first, 0, copier, 0);
  pthread_create(&second, 0, freer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  shared = 0;
  return 0;
}
