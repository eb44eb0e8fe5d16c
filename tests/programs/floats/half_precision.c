// _Float16 has no model.
#include <assert.h>

int main(void) {
  _Float16 z = 1;
  z += 1;
  z = -z;
  assert(z == -2 || z != z);
}
