// Wrong: the rows are confused with the columns.
#include <assert.h>

int main(void) {
  int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int *flat = &matrix[0][0];
  assert(flat[1 * 2 + 0] == matrix[1][0]);
  return 0;
}
