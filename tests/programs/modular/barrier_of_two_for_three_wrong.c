// More threads than the barrier waits for: the readers may pass it without the writer.
#include <pthread.h>

pthread_barrier_t barrier;
int left, right;

void *writer(void *argument) {
  left = 1;
  pthread_barrier_wait(&barrier);
  return 0;
}

void *reader(void *argument) {
  pthread_barrier_wait(&barrier);
  int seen = left;
  return 0;
}

int main(void) {
  pthread_t t, u, v;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_create(&v, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  return left;
}
