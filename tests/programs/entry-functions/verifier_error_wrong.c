// The same for the older name.
#include <pthread.h>

void __VERIFIER_error(void) {}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, (void *(*)(void *))__VERIFIER_error, 0);
  pthread_join(thread, 0);
}
