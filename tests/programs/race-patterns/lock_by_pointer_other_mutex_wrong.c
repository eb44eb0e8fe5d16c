// Main counts files under the mutex of the users.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct guard {
  pthread_mutex_t *mutex;
};

static pthread_mutex_t users_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t files_mutex = PTHREAD_MUTEX_INITIALIZER;
static int users, files;

static struct guard open_guard(pthread_mutex_t *mutex) {
  struct guard guard = {mutex};
  pthread_mutex_lock(guard.mutex);
  return guard;
}

static void close_guard(struct guard *guard) {
  pthread_mutex_unlock(guard->mutex);
  guard->mutex = 0;
}

static void log_in(void) {
  struct guard guard = open_guard(&users_mutex);
  users++;
  close_guard(&guard);
}

static void open_file(void) {
  struct guard guard = open_guard(&files_mutex);
  files++;
  close_guard(&guard);
}

static void *session(void *argument) {
  log_in();
  while (__VERIFIER_nondet_bool())
    open_file();
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, session, 0);
  struct guard guard = open_guard(&users_mutex);
  files = 0;
  close_guard(&guard);
  return 0;
}
