// Safe: two threads take turns, equally often.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int turn;

void *ping(void *arg) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (turn != 0)
      pthread_cond_wait(&changed, &mutex);
    turn = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, ping, 0);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (turn != 1)
      pthread_cond_wait(&changed, &mutex);
    turn = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, 0);
  return 0;
}
