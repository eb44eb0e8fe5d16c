// Each thread writes a field of its own.
#include <pthread.h>

struct {
  int first;
  int second;
} both;

void *worker(void *argument) {
  both.first++;
  return 0;
}

void *other(void *argument) {
  both.second++;
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
