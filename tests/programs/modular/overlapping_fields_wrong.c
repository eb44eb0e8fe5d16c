// The members of a union overlap.
#include <pthread.h>

union {
  int whole;
  short half[2];
} both;

void *worker(void *argument) {
  both.whole = 1;
  return 0;
}

void *other(void *argument) {
  both.half[1] = 1;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, other, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
