// g returns what f has not returned.
struct large {
  int numbers[8];
};
int __VERIFIER_nondet_int(void);
struct large f(int condition) {
  struct large result = {{1}};
  if (condition)
    return result;
}
struct large g(int condition) { return f(condition); }
int main(void) { return g(__VERIFIER_nondet_int()).numbers[0]; }
