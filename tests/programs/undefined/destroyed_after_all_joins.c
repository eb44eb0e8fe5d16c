// Both threads are joined, in a loop, before the mutex and the condition are destroyed.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
pthread_cond_t c;
int count;

void *worker(void *arg) {
  pthread_mutex_lock(&m);
  ++count;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_mutex_init(&m, 0);
  pthread_cond_init(&c, 0);
  for (int i = 0; i < 2; ++i)
    pthread_create(&t[i], 0, worker, 0);
  pthread_mutex_lock(&m);
  while (count < 2)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; ++i)
    pthread_join(t[i], 0);
  pthread_cond_destroy(&c);
  pthread_mutex_destroy(&m);
  assert(count == 2);
  return 0;
}
