// Integers of odd widths wrap around at their width, also in memory that threads share.
#include <assert.h>
#include <pthread.h>
unsigned _BitInt(9) shared = 510;
_BitInt(40) wide;

void *worker(void *arg) {
  shared += 3;
  wide = -1;
  wide <<= 38;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(shared == 1);
  assert((long)wide == -(1L << 38));
}
