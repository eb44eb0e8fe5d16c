// Undefined behaviour is a violation of its own property and creates no counterexample for another.
extern void reach_error(void);
int *p;

int main(void) {
  int v = *p;
  reach_error();
  return v;
}
