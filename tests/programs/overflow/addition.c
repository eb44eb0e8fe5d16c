// Sums of small numbers stay within int, and unsigned arithmetic never overflows.
char __VERIFIER_nondet_char(void);

int main(void) {
  char a = __VERIFIER_nondet_char();
  int sum = a + a;
  unsigned wraps = 4294967295U;
  wraps += 1;
  wraps -= 2;
  signed char narrowed = (signed char)(sum * 100);
  short s = 32767;
  s++;
  return narrowed + s < (int)(wraps >> 1) ? 0 : 1;
}
