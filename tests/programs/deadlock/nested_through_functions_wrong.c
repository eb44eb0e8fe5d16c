// report locks the mutex of the data while it holds that of the log, and update the other way round.
#include <pthread.h>
pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;
int data, lines;

void report(void) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_lock(&data_lock);
  lines += data;
  pthread_mutex_unlock(&data_lock);
  pthread_mutex_unlock(&log_lock);
}

void update(void) {
  pthread_mutex_lock(&data_lock);
  data++;
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
  pthread_mutex_unlock(&data_lock);
}

void *first(void *arg) {
  update();
  return arg;
}

void *second(void *arg) {
  report();
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
