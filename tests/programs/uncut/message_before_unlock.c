// A message does not lock the mutex.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void message(const char *text);

int main(void) {
  message("unlocking");
  pthread_mutex_unlock(&mutex);
  return 0;
}
