// Wrong: write reads every byte of its block.
#include <pthread.h>
#include <unistd.h>

char name[4] = "abc";

void *worker(void *arg) {
  (void)arg;
  name[1] = 'x';
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  write(1, name, sizeof name);
  pthread_join(t, 0);
  return 0;
}
