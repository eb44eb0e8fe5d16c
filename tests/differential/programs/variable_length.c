// Variable-length arrays: in loops, in two dimensions, as parameters, with sizeof.
#include "checksum.h"

static long sum(unsigned rows, unsigned columns, int matrix[rows][columns]) {
  long result = 0;
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < columns; j++)
      result = result * 3 + matrix[i][j];
  return result + (long)sizeof matrix[0];
}

static void run(void) {
  for (unsigned n = 1; n < 6; n++) {
    int matrix[n][n + 2];
    short row[2 * n];
    for (unsigned i = 0; i < n * (n + 2); i++)
      matrix[i / (n + 2)][i % (n + 2)] = (int)(i * i) - 7;
    for (unsigned i = 0; i < 2 * n; i++)
      row[i] = (short)(i << n);
    mix((unsigned long)sum(n, n + 2, matrix));
    mix(sizeof matrix + sizeof row);
    mix((unsigned short)row[2 * n - 1]);
    typedef int line[n];
    line last;
    last[n - 1] = 3;
    mix(sizeof(line) * (unsigned)last[n - 1]);
  }
}

int main(void) {
  compare(0, run);
  return finish();
}
