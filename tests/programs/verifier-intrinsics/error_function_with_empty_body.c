// The call of reach_error is the violation, whatever its body.
void reach_error(void) {}

int main(void) {
  reach_error();
  return 0;
}
