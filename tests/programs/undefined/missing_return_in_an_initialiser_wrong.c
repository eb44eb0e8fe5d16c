// What f has not returned is a part of another object.
struct large {
  int numbers[8];
};
struct pair {
  struct large first, second;
};
int __VERIFIER_nondet_int(void);
struct large f(int condition) {
  struct large result = {{1}};
  if (condition)
    return result;
}
int main(void) {
  struct pair pair = {f(1), f(__VERIFIER_nondet_int())};
  return pair.second.numbers[0];
}
