// A two-dimensional array is an array of rows, one after the other in memory.
#include <assert.h>

#define ROWS 3
#define COLUMNS 4

static int matrix[ROWS][COLUMNS];

static int trace(int (*rows)[COLUMNS]) {
  int sum = 0;
  for (int i = 0; i < ROWS; i++)
    sum += rows[i][i];
  return sum;
}

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      matrix[i][j] = 10 * i + j;
  assert(sizeof matrix == 48 && sizeof matrix[0] == 16);
  assert(*(*(matrix + 2) + 3) == 23);
  assert((int *)&matrix[1] - (int *)matrix == COLUMNS);
  assert(trace(matrix) == 33);
  char cube[2][3][4] = {{{1}}, {{0}, {0, 2}}};
  assert(cube[0][0][0] == 1 && cube[1][1][1] == 2 && ((char *)cube)[12 + 4 + 1] == 2);
  return 0;
}
