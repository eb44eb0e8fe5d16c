// A vector that no register holds is passed in memory; what is done with it there has no model.
#include <assert.h>
typedef float Vector __attribute__((vector_size(32)));

Vector same(Vector value) { return value; }

int main(void) {
  Vector vector = {1};
  vector = same(vector);
  assert(vector[0] == 1);
}
