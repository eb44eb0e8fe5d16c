// __VERIFIER_error is the error function when the property file names it, and only then.
extern void __VERIFIER_error(void);

int main(void) {
  __VERIFIER_error();
  return 0;
}
