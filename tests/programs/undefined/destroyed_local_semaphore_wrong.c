// A semaphore on the stack is used after its destruction.
#include <semaphore.h>
int main(void) {
  sem_t o;
  sem_init(&o, 0, 1);
  sem_destroy(&o);
  sem_wait(&o);
  sem_post(&o);
  return 0;
}
