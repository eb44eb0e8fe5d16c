// Duff's device in two threads that share the counter of copied cells.
// Safe: seven and six cells are copied, whatever the order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int copied;

void *copy(void *arg) {
  int count = arg != 0 ? 4 : 3;
  int rounds = (count + 1) / 2;
  switch (count % 2) {
  case 0:
    do {
      copied++;
    case 1:
      copied++;
    } while (--rounds > 0);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, copy, 0);
  pthread_create(&b, 0, copy, &copied);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(copied == 7);
  return 0;
}
