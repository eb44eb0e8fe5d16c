// Wrong: the number of bytes may be one too many.
#include <unistd.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[4] = {'a', 'b', 'c', 'd'};
  const unsigned size = __VERIFIER_nondet_uchar();
  if (size <= 5)
    write(1, text, size);
  return 0;
}
