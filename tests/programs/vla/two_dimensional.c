// A variable-length array of variable-length rows, passed to a function that learns its shape.
#include <assert.h>

static int corner(int rows, int columns, int matrix[rows][columns]) { return matrix[rows - 1][columns - 1]; }

int main(void) {
  for (int n = 1; n <= 3; n++) {
    int matrix[n][n + 1];
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= n; j++)
        matrix[i][j] = 10 * i + j;
    assert(corner(n, n + 1, matrix) == 10 * (n - 1) + n);
    assert(sizeof matrix == (unsigned long)n * (unsigned long)(n + 1) * sizeof(int));
  }
  return 0;
}
