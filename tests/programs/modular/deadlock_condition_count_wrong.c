// Unsafe: the signal comes before the last worker is done.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int done;

void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  done++;
  if (done == 2)
    pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, worker, 0);
  pthread_mutex_lock(&mutex);
  while (done < 3)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
