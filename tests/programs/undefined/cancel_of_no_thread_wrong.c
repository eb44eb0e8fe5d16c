// The variable is zero: no thread was started.
#include <pthread.h>
pthread_t t;
int main(void) {
  pthread_cancel(t);
  return 0;
}
