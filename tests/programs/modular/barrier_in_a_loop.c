// Phases of writing and of reading take turns.
#include <pthread.h>

pthread_barrier_t barrier;
int left, right;

void *writer(void *argument) {
  for (int i = 0; i < 3; i++) {
    left = i;
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

void *reader(void *argument) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    pthread_barrier_wait(&barrier);
    sum += left;
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  pthread_t t, u, v;
  pthread_barrier_init(&barrier, 0, 3);
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_create(&v, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  return left;
}
