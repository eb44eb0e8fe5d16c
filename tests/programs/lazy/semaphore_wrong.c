// Two threads exclude each other by a semaphore, for ever.
// Unsafe: it starts at two, so both may be inside.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void *first(void *arg) {
  while (1) {
    sem_wait(&s);
    x = 1;
    assert(x == 1);
    sem_post(&s);
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    sem_wait(&s);
    x = 2;
    assert(x == 2);
    sem_post(&s);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 2);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
