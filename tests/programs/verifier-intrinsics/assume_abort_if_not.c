// assume_abort_if_not cuts like an assumption.
extern void reach_error(void);
extern void assume_abort_if_not(int);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  assume_abort_if_not(b);
  if (!b)
    reach_error();
  return 0;
}
