// Wrong: a jump with the value 0 makes setjmp return 1.
#include <assert.h>
#include <setjmp.h>

static jmp_buf handler;

int main(void) {
  switch (setjmp(handler)) {
  case 0:
    longjmp(handler, 0);
  case 1:
    assert(0);
  }
  return 0;
}
