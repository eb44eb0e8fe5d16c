// Only a semaphore itself may be waited for, not a copy of it.
#include <semaphore.h>
static sem_t a, b;
int main(void) {
  sem_init(&a, 0, 1);
  sem_wait(&a);
  sem_post(&a);
  b = a;
  sem_wait(&b);
  return 0;
}
