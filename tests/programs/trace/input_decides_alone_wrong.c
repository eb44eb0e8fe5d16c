// No threads, no shared memory: only an input.
// Unsafe: with 5.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int input = __VERIFIER_nondet_int();
  if (input == 5)
    reach_error();
  return 0;
}
