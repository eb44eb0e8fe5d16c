// One thread reads what another one frees. No thread writes the content of the object, only its life ends.
#include <pthread.h>
#include <stdlib.h>

char copy[1], *heap;

void *reader(void *arg) {
  char *from = heap;
  int i = 0;
  for (; i < 1 && from[i] != 0; ++i)
    copy[i] = from[i];
  for (; i < 1; ++i)
    copy[i] = 0;
  return 0;
}

void *freer(void *arg) {
  free(heap);
  return 0;
}

int main(void) {
  pthread_t first, second;
  heap = calloc(4, 1);
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, freer, 0);
  return 0;
}
