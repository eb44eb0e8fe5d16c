// Known variadic functions take any arguments and change nothing but the output.
#include <assert.h>
#include <stdio.h>

static int evaluated;

static int next(void) { return ++evaluated; }

int main(void) {
  printf("nothing\n");
  printf("%d %s %c %f %lld %p\n", next(), "text", 'c', 1.5, 1LL << 40, (void *)&evaluated);
  fprintf(stderr, "%d %d\n", next(), next());
  assert(evaluated == 3);
  puts("end");
  return 0;
}
