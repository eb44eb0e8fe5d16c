// Wrong: main stores the second handle in the variable in which the first thread looks for its own.
#include <pthread.h>
pthread_t t;

void *worker(void *arg) { return pthread_equal(t, pthread_self()) ? arg : 0; }

int main(void) {
  pthread_create(&t, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  return 0;
}
