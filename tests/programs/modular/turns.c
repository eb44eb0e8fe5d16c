// Two threads take turns; the flag says which.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *first(void *argument) {
  for (;;) {
    while (atomic_load(&flag) != 0)
      ;
    data++;
    atomic_store(&flag, 1);
  }
}

void *second(void *argument) {
  for (;;) {
    while (atomic_load(&flag) != 1)
      ;
    data++;
    atomic_store(&flag, 0);
  }
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
