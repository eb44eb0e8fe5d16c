// The product of two ints always fits into a long long, and that of an int and an unsigned int does, too.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int scale(int a, int b) { return (int)(((long long)a * b) >> 16); }

int main(void) {
  long long wide = __VERIFIER_nondet_int();
  unsigned factor = __VERIFIER_nondet_uint();
  long long product = wide * factor;
  return scale(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) > (product > 0);
}
