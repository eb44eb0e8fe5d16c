// Main joins the thread that has started the user of the mutex, and destroys it.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t grandchild;

void *worker(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

void *starter(void *arg) {
  pthread_create(&grandchild, 0, worker, 0);
  return arg;
}

int main(void) {
  pthread_t child;
  pthread_create(&child, 0, starter, 0);
  pthread_join(child, 0);
  pthread_mutex_destroy(&m);
  pthread_join(grandchild, 0);
  return 0;
}
