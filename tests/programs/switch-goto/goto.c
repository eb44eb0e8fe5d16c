// goto forwards out of nested loops and backwards to form one.
#include <assert.h>

int main(void) {
  int i, j;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++)
      if (i * j == 6)
        goto found;
  assert(0);
found:
  assert(i == 2 && j == 3);

  int n = 5, product = 1;
again:
  product *= n;
  if (--n)
    goto again;
  assert(product == 120);

  goto inside;
  {
    int never = 1;
    product = never;
  inside:
    product++;
  }
  assert(product == 121);
  return 0;
}
