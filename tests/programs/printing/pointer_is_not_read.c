// The address that %p prints is not dereferenced.
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
  printf("%p %d %c\n", (void *)name, 7, 42);
  pthread_join(t, 0);
  return 0;
}
