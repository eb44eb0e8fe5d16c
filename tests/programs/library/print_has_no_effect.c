// Output changes nothing in the program.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 5;
  printf("%d\n", x);
  fprintf(stderr, "%s %p\n", "text", (void *)&x);
  puts("line");
  putchar('c');
  perror("error");
  fflush(stdout);
  assert(x == 5);
  return 0;
}
