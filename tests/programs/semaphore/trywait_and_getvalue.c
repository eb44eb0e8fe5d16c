// trywait fails with EAGAIN when the semaphore is at zero; getvalue tells the count.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

int main(void) {
  sem_t s;
  int value = -1;
  sem_init(&s, 0, 2);
  sem_wait(&s);
  sem_getvalue(&s, &value);
  assert(value == 1);
  assert(sem_trywait(&s) == 0);
  errno = 0;
  assert(sem_trywait(&s) == -1 && errno == EAGAIN);
  sem_post(&s);
  assert(sem_trywait(&s) == 0);
  sem_destroy(&s);
  return 0;
}
