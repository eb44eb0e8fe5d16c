// The product of an int and a number of 33 bits need not fit into a long long.
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int scale(int a, int b) { return (int)(((long long)a * b) >> 16); }

int main(void) {
  long long wide = __VERIFIER_nondet_int();
  long long factor = (long long)(__VERIFIER_nondet_ulong() & 0x1ffffffff);
  long long product = wide * factor;
  return scale(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) > (product > 0);
}
