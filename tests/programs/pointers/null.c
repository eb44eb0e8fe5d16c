// Wrong: for one input the pointer stays null and is used all the same.
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 1;
  int *p = 0;
  if (__VERIFIER_nondet_bool())
    p = &x;
  return *p - 1;
}
