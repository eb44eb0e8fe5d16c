// Also if it has no body.
#include <pthread.h>

void reach_error(void);

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, (void *(*)(void *))reach_error, 0);
  pthread_join(thread, 0);
}
