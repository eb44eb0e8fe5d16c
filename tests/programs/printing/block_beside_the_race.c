// fwrite reads the block that it is given and nothing else.
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
  fwrite(name + 2, 1, 2, stdout);
  pthread_join(t, 0);
  return 0;
}
