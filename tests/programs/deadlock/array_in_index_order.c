// Mutexes of an array are locked in the order of their indices.
#include <pthread.h>
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int x;

void *first(void *arg) {
  pthread_mutex_lock(&locks[0]);
  pthread_mutex_lock(&locks[1]);
  x++;
  pthread_mutex_unlock(&locks[1]);
  pthread_mutex_unlock(&locks[0]);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&locks[0]);
  pthread_mutex_lock(&locks[1]);
  x++;
  pthread_mutex_unlock(&locks[1]);
  pthread_mutex_unlock(&locks[0]);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
