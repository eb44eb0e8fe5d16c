// A mutex gets the bytes of another object while another thread may wait for it.
#include <pthread.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  static const char text[] = "this is no mutex at all, but a text of sufficient length";
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  memcpy(&m, text, sizeof m);
  pthread_join(t, 0);
  return 0;
}
