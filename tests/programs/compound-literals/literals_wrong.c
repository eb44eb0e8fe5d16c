// Wrong: both threads get a pointer to the literal in main, and there is only one.
#include <assert.h>
#include <pthread.h>

static void *increment(void *argument) {
  ++*(int *)argument;
  return 0;
}

int main(void) {
  pthread_t first, second;
  int *cell = &(int){0};
  pthread_create(&first, 0, increment, cell);
  pthread_create(&second, 0, increment, cell);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(*cell == 2);
  return 0;
}
