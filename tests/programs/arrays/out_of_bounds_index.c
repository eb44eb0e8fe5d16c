// Wrong: the index comes from outside and is checked against the wrong bound.
unsigned char __VERIFIER_nondet_uchar(void);

static int table[8];

int main(void) {
  unsigned char index = __VERIFIER_nondet_uchar();
  if (index <= 8)
    table[index] = 1;
  return 0;
}
