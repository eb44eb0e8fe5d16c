// Whether they are equal is not known either: neither an address nor their equality is invented.
#include <assert.h>

extern int *p, *q;

int main(void) {
  if (p && q) {
    *p = 1;
    *q = 2;
    assert(*p == 1);
  }
}
