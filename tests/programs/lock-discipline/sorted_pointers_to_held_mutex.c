// qsort moves pointers to objects with locks, not the locks.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct element {
  int key;
  pthread_mutex_t m;
};
static struct element first = {2, PTHREAD_MUTEX_INITIALIZER}, second = {1, PTHREAD_MUTEX_INITIALIZER};
static struct element *elements[2] = {&first, &second};
int compare(const void *a, const void *b) {
  return (*(struct element *const *)a)->key - (*(struct element *const *)b)->key;
}
int main(void) {
  pthread_mutex_lock(&first.m);
  qsort(elements, 2, sizeof elements[0], compare);
  assert(elements[0] == &second);
  pthread_mutex_unlock(&elements[1]->m);
  return 0;
}
