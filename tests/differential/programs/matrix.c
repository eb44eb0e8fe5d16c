// Matrices of double: multiplication, elimination with pivots, determinant.
#include "checksum.h"

#define N 4

static double magnitude(double x) { return x < 0 ? -x : x; }

static void multiply(void) {
  double a[N][N], b[N][N], c[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i + 1) / (j + 3.0);
      b[i][j] = (i - j) * 0.1;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
      mixDouble(c[i][j]);
    }
}

static void determinant(void) {
  double m[N][N];
  double result = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] = (i * 5 + j * 3) % 7 + 1.0 / (1 + i + j);
  for (int column = 0; column < N; column++) {
    int pivot = column;
    for (int row = column; row < N; row++)
      if (magnitude(m[row][column]) > magnitude(m[pivot][column]))
        pivot = row;
    if (pivot != column)
      result = -result;
    for (int k = 0; k < N; k++) {
      const double saved = m[pivot][k];
      m[pivot][k] = m[column][k];
      m[column][k] = saved;
    }
    result *= m[column][column];
    for (int row = column + 1; row < N; row++) {
      const double factor = m[row][column] / m[column][column];
      for (int k = column; k < N; k++)
        m[row][k] -= factor * m[column][k];
    }
  }
  mixDouble(result);
}

int main(void) {
  compare(0, multiply);
  compare(1, determinant);
  return finish();
}
