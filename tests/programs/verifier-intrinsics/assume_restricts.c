// Only executions in which the assumption holds count.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char v = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(v > 3 && v < 6);
  if (v != 4 && v != 5)
    reach_error();
  return 0;
}
