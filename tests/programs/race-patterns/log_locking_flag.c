// Locking is switched on by a flag that is set before threads start.
#include <pthread.h>
#include <stdbool.h>

static bool threading;
static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void log_lock(void) {
  if (threading)
    pthread_mutex_lock(&log_mutex);
}

static void log_unlock(void) {
  if (threading)
    pthread_mutex_unlock(&log_mutex);
}

static void log_line(void) {
  log_lock();
  lines++;
  log_unlock();
}

static void *work(void *arg) {
  for (int i = 0; i < 3; i++)
    log_line();
  return NULL;
}

int main(void) {
  pthread_t t[4];
  log_line();
  threading = true;
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, work, NULL);
  log_line();
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  threading = false;
  log_line();
  return 0;
}
