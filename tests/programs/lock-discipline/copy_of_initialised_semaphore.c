// A semaphore is copied when nothing but its initialisation has happened, and the copy is waited for.
#include <semaphore.h>
static sem_t a, b;
int main(void) {
  sem_init(&a, 0, 1);
  b = a;
  sem_wait(&b);
  return 0;
}
