// As above, initialised.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  pthread_spinlock_t l;
  pthread_spin_init(&l, 0);
  if (pthread_spin_trylock(&l) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
