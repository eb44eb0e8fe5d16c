// The first thread reads after it has given the turn away.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *first(void *argument) {
  while (atomic_load(&flag) != 0)
    ;
  data++;
  atomic_store(&flag, 1);
  int seen = data;
  return 0;
}

void *second(void *argument) {
  while (atomic_load(&flag) != 1)
    ;
  data++;
  atomic_store(&flag, 0);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
