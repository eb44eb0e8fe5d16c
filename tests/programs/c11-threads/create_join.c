// thrd_join hands over the int that the function returned, negative ones too.
#include <assert.h>
#include <threads.h>
int x;

int worker(void *arg) {
  *(int *)arg = 3;
  return -7;
}

int main(void) {
  thrd_t t;
  int result = 0;
  assert(thrd_create(&t, worker, &x) == thrd_success);
  assert(thrd_join(t, &result) == thrd_success);
  assert(result == -7 && x == 3);
  return 0;
}
