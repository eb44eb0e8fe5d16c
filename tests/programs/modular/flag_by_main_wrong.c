// Main sets the flag too early.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *worker(void *argument) {
  while (!atomic_load(&flag))
    ;
  return (void *)(long)data;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&flag, 1);
  data = 1;
  pthread_join(t, 0);
  return 0;
}
