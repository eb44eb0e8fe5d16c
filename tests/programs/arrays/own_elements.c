// Two threads that write different elements of one array do not disturb each other.
#include <assert.h>
#include <pthread.h>

static char cells[2];

static void *fill(void *argument) {
  char *cell = argument;
  *cell = 1;
  *cell += 1;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, fill, &cells[0]);
  pthread_create(&second, 0, fill, &cells[1]);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(cells[0] == 2 && cells[1] == 2);
  return 0;
}
