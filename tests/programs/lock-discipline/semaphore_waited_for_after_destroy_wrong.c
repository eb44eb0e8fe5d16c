// A thread waits for a semaphore of value 0 that was destroyed.
#include <semaphore.h>
sem_t s;
int main(void) {
  sem_init(&s, 0, 0);
  sem_destroy(&s);
  sem_wait(&s);
  return 0;
}
