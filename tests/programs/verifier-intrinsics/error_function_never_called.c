// Defining reach_error and taking its address is no call of it.
void reach_error(void) {}
void (*volatile unused)(void) = reach_error;

int main(void) { return unused == 0; }
