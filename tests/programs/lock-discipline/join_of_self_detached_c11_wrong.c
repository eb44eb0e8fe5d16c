#include <threads.h>

static int run(void *argument) {
  (void)argument;
  thrd_detach(thrd_current());
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, run, 0);
  thrd_join(thread, 0);
  return 0;
}
