// Safe: the thread that runs the routine ends it.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int x;

void nothing(void) {}
void initialise(void) { x = 1; }

void *worker(void *arg) {
  pthread_once(&once, initialise);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
