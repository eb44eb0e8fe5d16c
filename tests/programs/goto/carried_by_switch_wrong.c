// A switch jumps into an inner loop; the outer loop carries a value that was read before it.
// The second round begins with the value that the first one has read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int place, value, again;

void *worker(void *arg) {
  int carried = 0, seen;
  while (carried != 2) {
    seen = value;
    switch (place) {
    default:
      while (again == 0) {
      case 0:
        if (place == 2)
          return 0;
      }
    }
    carried = seen;
  }
  assert(0);
  return 0;
}

void *setter(void *arg) {
  place = 1;
  value = 2;
  again = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
