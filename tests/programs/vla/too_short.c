// Wrong: the array has n elements, and element n is written.
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 3 + 1;
  char buffer[n];
  for (int i = 0; i < 3; i++)
    buffer[i] = 0;
  return buffer[0];
}
