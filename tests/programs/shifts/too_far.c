// Wrong: shifting by the width of the type or more is undefined.
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 33;
  return (int)(1U << n & 1);
}
