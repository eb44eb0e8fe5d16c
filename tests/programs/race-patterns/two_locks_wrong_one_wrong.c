// Giving back locks the mutex of the other table.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t idle_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_mutex = PTHREAD_MUTEX_INITIALIZER;
static int idle = 8;
static int busy;

static int take_idle(void) {
  pthread_mutex_lock(&idle_mutex);
  const int taken = idle > 0;
  if (taken)
    idle--;
  pthread_mutex_unlock(&idle_mutex);
  return taken;
}

static void change_busy(int by) {
  pthread_mutex_lock(&busy_mutex);
  busy += by;
  pthread_mutex_unlock(&busy_mutex);
}

static void give_back(void) {
  pthread_mutex_lock(&busy_mutex);
  idle++;
  pthread_mutex_unlock(&busy_mutex);
}

static void *user(void *argument) {
  if (take_idle()) {
    change_busy(1);
    change_busy(-1);
    give_back();
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, user, 0);
  return 0;
}
