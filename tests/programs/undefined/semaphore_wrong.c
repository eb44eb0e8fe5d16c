// A semaphore that was never initialised.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  sem_t s;
  if (sem_trywait(&s) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
