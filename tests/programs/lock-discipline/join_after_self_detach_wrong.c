// A thread that has detached itself is joined after another one was started.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *leaf(void *a) {
  pthread_detach(pthread_self());
  sem_post(&s);
  return 0;
}
static void *plain(void *a) { return 0; }
int main(void) {
  pthread_t old, t;
  sem_init(&s, 0, 0);
  pthread_create(&old, 0, leaf, 0);
  sem_wait(&s);
  pthread_create(&t, 0, plain, 0);
  pthread_join(old, 0);
  return 0;
}
