// Wrong: a thread that runs already reads the handle that main stores.
#include <pthread.h>
pthread_t first, second;

void *idle(void *arg) { return arg; }

void *older(void *arg) { return pthread_equal(second, pthread_self()) ? arg : 0; }

int main(void) {
  pthread_create(&first, 0, older, 0);
  pthread_create(&second, 0, idle, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
