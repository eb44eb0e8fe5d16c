// qsort moves a mutex that is held.
#include <pthread.h>
#include <stdlib.h>
struct element {
  int key;
  pthread_mutex_t m;
};
static struct element elements[2] = {{2, PTHREAD_MUTEX_INITIALIZER}, {1, PTHREAD_MUTEX_INITIALIZER}};
int compare(const void *a, const void *b) {
  return ((const struct element *)a)->key - ((const struct element *)b)->key;
}
int main(void) {
  pthread_mutex_lock(&elements[0].m);
  qsort(elements, 2, sizeof elements[0], compare);
  pthread_mutex_unlock(&elements[1].m);
  return 0;
}
