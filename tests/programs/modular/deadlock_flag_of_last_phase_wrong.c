// Main resets the flag after it has joined the thread that sets it, and waits once more.
#include <pthread.h>
#include <semaphore.h>
sem_t s; int go; 
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *arg) {
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
void *g(void *arg) { sem_wait(&s); return 0; }
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  while (go == 0) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  go = 0;
  pthread_create(&t, 0, g, 0);
  pthread_mutex_lock(&m);
  while (go == 0) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
