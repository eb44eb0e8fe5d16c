// lib_stat() may write through its first argument, but not through its second, which points to const.
#include <assert.h>

struct status {
  int code;
  struct status *next;
};
void lib_stat(struct status *status, const int *key);

int main(void) {
  struct status status = {0, 0};
  int key = 1;
  lib_stat(&status, &key);
  assert(status.code != 42 || key != 1);
  return 0;
}
