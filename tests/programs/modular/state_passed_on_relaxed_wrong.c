// The relaxed store of the thread in between ends the release sequence, which the read-modify-write cannot mend.
#include <pthread.h>
#include <stdatomic.h>

atomic_int state;
int data;

void *first(void *argument) {
  if (state == 0) {
    data = 1;
    state = 1;
  }
  return 0;
}

void *second(void *argument) {
  if (state == 1) {
    atomic_store_explicit(&state, 2, memory_order_relaxed);
    atomic_fetch_add_explicit(&state, 1, memory_order_relaxed);
  }
  return 0;
}

void *third(void *argument) {
  if (state == 3)
    data = 2;
  return 0;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_create(&v, 0, third, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  return 0;
}
