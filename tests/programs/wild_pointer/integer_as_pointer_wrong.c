// An input is used as an address.
unsigned long __VERIFIER_nondet_ulong(void);
int value;

int main(void) {
  int *pointer = (int *)__VERIFIER_nondet_ulong();
  if (pointer)
    *pointer = 1;
  return value;
}
