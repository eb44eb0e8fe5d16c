// Wrong: the smallest int has no negative.
char __VERIFIER_nondet_char(void);

int main(void) {
  int x = __VERIFIER_nondet_char() * 0x1000000;
  if (x < 0)
    x = -x;
  return x < 0;
}
