// Different elements of an array are different locations, neighbouring bytes included.
#include <pthread.h>
char bytes[4];

void *worker(void *arg) {
  *(char *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &bytes[1]);
  bytes[0] = 1;
  bytes[2] = 1;
  pthread_join(t, 0);
  return 0;
}
