// Main waits for a change that no thread makes, after the broadcast.
#include <pthread.h>
static int y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *t1(void *p) {
  pthread_mutex_lock(&m); pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  while (!y)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m); pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); return 0;
}
