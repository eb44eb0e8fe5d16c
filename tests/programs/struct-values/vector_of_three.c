// A vector of three elements is stored with a fourth one that is not used: that it has no value is not undefined
// behaviour.
#include <assert.h>
typedef int Vector __attribute__((ext_vector_type(3)));
Vector shared;

int main(void) {
  Vector vector = {1, 2, 3};
  shared = vector.zyx;
  assert(shared.x == 3 && shared.z == 1);
}
