// A character of an argument is read although the argument may end before it.
int main(int argc, char **argv) { return argc > 1 ? argv[1][9] : 0; }
