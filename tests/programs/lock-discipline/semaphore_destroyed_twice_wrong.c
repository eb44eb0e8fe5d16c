// A semaphore on the heap is destroyed twice.
#include <semaphore.h>
#include <stdlib.h>
int main(void) {
  sem_t *s = malloc(sizeof *s);
  sem_init(s, 0, 1);
  sem_destroy(s);
  sem_destroy(s);
  free(s);
  return 0;
}
