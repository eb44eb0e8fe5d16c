// Two buffers in one function, one of them set again in a loop.
#include <assert.h>
#include <setjmp.h>

static jmp_buf outer, inner;
static volatile int rounds, ends;

static void leave(int n) {
  if (n < 3)
    longjmp(inner, 1);
  longjmp(outer, 1);
}

int main(void) {
  if (setjmp(outer) == 0) {
    if (setjmp(inner) != 0)
      rounds++;
    leave(rounds);
  } else {
    ends++;
  }
  assert(rounds == 3 && ends == 1);
  return 0;
}
