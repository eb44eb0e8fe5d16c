// A semaphore is posted after it was destroyed. For other properties it still works.
#include <semaphore.h>
sem_t s;
int main(void) {
  sem_init(&s, 0, 0);
  sem_destroy(&s);
  sem_post(&s);
  return 0;
}
