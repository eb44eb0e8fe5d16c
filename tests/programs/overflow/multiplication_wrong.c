// Wrong: the square of a short fits into int, its cube does not.
char __VERIFIER_nondet_char(void);

int main(void) {
  int x = 100 * __VERIFIER_nondet_char();
  int square = x * x;
  int cube = square * x;
  return cube == 1;
}
