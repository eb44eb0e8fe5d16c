// A variable-length array ends with its block.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  int *kept;
  {
    int array[n];
    array[0] = 1;
    kept = array;
  }
  return *kept;
}
