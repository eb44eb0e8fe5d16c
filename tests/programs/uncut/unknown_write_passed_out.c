// lib_watch() may keep the address of a static variable, and lib_poll() write to it.
#include <assert.h>

static int limit = 1;
void lib_watch(int *value);
void lib_poll(void);

int main(void) {
  lib_watch(&limit);
  limit = 1;
  lib_poll();
  assert(limit != 7);
  return 0;
}
