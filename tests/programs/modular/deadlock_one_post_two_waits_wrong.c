// Main waits twice for the one post of a thread that has ended.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *t1(void *p) {
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, t1, 0);
  pthread_join(t, 0);
  sem_wait(&s);
  sem_wait(&s);
  return 0;
}
