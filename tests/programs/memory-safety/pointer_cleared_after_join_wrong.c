// Main clears the pointer after both threads have ended, so its content is known while they run; whether the object
// that it points to is alive is not.
#include <pthread.h>
#include <stdlib.h>

char *shared;

void *writer(void *arg) {
  *shared = 1;
  return 0;
}

void *freer(void *arg) {
  free(shared);
  return 0;
}

int main(void) {
  pthread_t first, second;
  shared = malloc(1);
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, freer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  shared = 0;
  return 0;
}
