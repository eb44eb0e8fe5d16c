// Main gives the data to threads that are running already.
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
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  data = 1;
  atomic_store(&flag, 1);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
