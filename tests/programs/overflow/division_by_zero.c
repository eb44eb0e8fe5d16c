// Wrong: the divisor can be zero.
char __VERIFIER_nondet_char(void);

int main(void) {
  int divisor = __VERIFIER_nondet_char() % 5;
  return 100 / divisor == 1;
}
