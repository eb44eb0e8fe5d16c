// A loop whose rounds depend on what another thread writes counts in a variable that no other thread uses.
// Unsafe: while the limit is 3, it gets to 3.
#include <assert.h>
#include <pthread.h>

int limit = 1, x;

void *opener(void *arg) {
  limit = 3;
  limit = 1;
  return arg;
}

void *looker(void *arg) {
  int bound = limit;
  for (int i = 0; i < bound; i++)
    x++;
  assert(x != 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
