// Wrong: the precision allows printf to read the byte that the other thread writes.
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
  printf("%.*s\n", 2, name);
  pthread_join(t, 0);
  return 0;
}
