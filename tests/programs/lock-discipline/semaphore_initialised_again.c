// A semaphore is used again after it was destroyed and initialised again.
#include <assert.h>
#include <semaphore.h>
sem_t s;
int main(void) {
  int value;
  sem_init(&s, 0, 0);
  sem_destroy(&s);
  sem_init(&s, 0, 0);
  sem_post(&s);
  sem_wait(&s);
  sem_getvalue(&s, &value);
  assert(value == 0);
  sem_destroy(&s);
  return 0;
}
