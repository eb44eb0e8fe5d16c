// Text goes nowhere.
void log_text(const char *text) { (void)text; }
