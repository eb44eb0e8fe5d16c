// Wrong: perror reads its string.
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
  perror(name);
  pthread_join(t, 0);
  return 0;
}
