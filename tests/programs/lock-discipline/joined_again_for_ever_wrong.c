// The second iteration joins the handle of the first again.
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  for (;;) {
    pthread_join(a, 0);
    pthread_create(&b, 0, run, 0);
  }
}
