// A thread fills an object and publishes it by a release store; others read it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct point {
  int x, y;
};

_Atomic(struct point *) current;

void *writer(void *argument) {
  for (int i = 0; i < 10; i++) {
    struct point *point = malloc(sizeof *point);
    if (!point)
      return 0;
    point->x = i;
    point->y = i;
    atomic_store_explicit(&current, point, memory_order_release);
  }
  return 0;
}

void *reader(void *argument) {
  struct point *point = atomic_load_explicit(&current, memory_order_acquire);
  return point && point->x != point->y ? point : 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_create(&three, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
