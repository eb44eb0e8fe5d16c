// What lib_open() writes to a pointer is null or a new object, never an address of the program.
#include <assert.h>

struct handle {
  int users;
};
void lib_open(struct handle **result);

static int other;

int main(void) {
  struct handle *handle = 0;
  lib_open(&handle);
  if (handle)
    handle->users = 1;
  assert((int *)handle != &other);
  assert(handle == 0);
  return 0;
}
