// Wrong: two threads store handles in one variable.
#include <threads.h>
thrd_t shared;

int idle(void *arg) { return arg != 0; }

int creator(void *arg) {
  thrd_create(&shared, idle, arg);
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, creator, 0);
  creator(0);
  thrd_join(t, 0);
  return 0;
}
