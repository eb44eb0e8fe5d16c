// A semaphore is posted after it was destroyed. Whatever the property, there is no proof.
#include <semaphore.h>
sem_t s;
int main(void) {
  sem_init(&s, 0, 0);
  sem_destroy(&s);
  sem_post(&s);
  return 0;
}
