// strlen reads what another thread writes.
#include <pthread.h>
#include <string.h>
char text[4] = "abc";

void *worker(void *arg) {
  text[1] = 0;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  size_t length = strlen(text);
  pthread_join(t, 0);
  return (int)length > 3;
}
