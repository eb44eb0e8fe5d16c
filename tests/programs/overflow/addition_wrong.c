// Wrong: for the largest inputs the sum does not fit into int.
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = 2147483647 - 254;
  x += __VERIFIER_nondet_uchar();
  return x == 0;
}
