// A goto enters a while loop after the first half of its body.
// Safe: one thread adds three times, the other, which enters in the middle, twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *worker(void *arg) {
  int i = 0;
  if (arg != 0)
    goto middle;
  while (i < 3) {
    count++;
  middle:
    i++;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &count);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 5);
  return 0;
}
