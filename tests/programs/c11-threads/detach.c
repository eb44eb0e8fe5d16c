// A detached thread runs.
#include <threads.h>
extern void reach_error(void);

int worker(void *arg) {
  (void)arg;
  reach_error();
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, worker, 0);
  thrd_detach(t);
  return 0;
}
