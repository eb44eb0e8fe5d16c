// lib_init() may write the globals that it can see: the access is out of bounds only if it does.
#include <assert.h>

struct config {
  int size;
  int verbose;
};
struct config config = {1, 0};
void lib_init(void);

int main(void) {
  lib_init();
  assert(config.size <= 2);
  config.size = 1;
  return 0;
}
