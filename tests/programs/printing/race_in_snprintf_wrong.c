// Wrong: snprintf reads the string that it copies.
#include <pthread.h>
#include <stdio.h>

char name[4] = "abc";

void *worker(void *arg) {
  (void)arg;
  name[1] = 'x';
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  char text[8];
  snprintf(text, sizeof text, "%s", name);
  pthread_join(t, 0);
  return 0;
}
