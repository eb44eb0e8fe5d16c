// Wrong: both threads format into the same memory.
#include <pthread.h>
#include <stdio.h>

char text[16];

void *worker(void *arg) {
  (void)arg;
  sprintf(text, "worker");
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  snprintf(text, sizeof text, "main");
  pthread_join(t, 0);
  return 0;
}
