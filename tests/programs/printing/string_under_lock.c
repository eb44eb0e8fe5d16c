// A lock orders printing and writing.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char name[4] = "abc";

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  name[1] = 'x';
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  printf("%s\n", name);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
