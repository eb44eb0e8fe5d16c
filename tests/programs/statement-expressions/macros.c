// A statement expression has the value of its last statement and evaluates its arguments once.
#include <assert.h>

#define MAX(a, b)          \
  ({                       \
    __typeof__(a) a_ = (a); \
    __typeof__(b) b_ = (b); \
    a_ > b_ ? a_ : b_;      \
  })

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = __VERIFIER_nondet_uchar();
  int i = 0;
  int larger = MAX(x, ({
                     i++;
                     i * 100;
                   }));
  assert(i == 1 && larger == (x > 100 ? x : 100));
  int sum = ({
    int s = 0;
    for (int k = 0; k < 4; k++)
      s += k;
    s;
  });
  assert(sum == 6 && MAX(MAX(1, 3), 2) == 3);
  return 0;
}
