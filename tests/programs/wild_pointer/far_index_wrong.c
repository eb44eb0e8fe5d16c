// The index is so far out of bounds that the address is in the range of another object.
int __VERIFIER_nondet_int(void);
int first[4], second[4];

int main(void) {
  int index = __VERIFIER_nondet_int();
  if (index >= 1 << 30)
    first[index] = 1;
  return second[0];
}
