// Wrong: the index is computed so that both threads hit the same element.
#include <assert.h>
#include <pthread.h>

static char cells[2];
static const int indices[2] = {2, 4};

static void *fill(void *argument) {
  const int *index = argument;
  cells[*index % 2]++;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, fill, (void *)&indices[0]);
  pthread_create(&second, 0, fill, (void *)&indices[1]);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(cells[0] == 2);
  return 0;
}
