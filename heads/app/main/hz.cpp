// The program. Everything it does lies in heads/app (wiring) and below.
int main() { return 0; }
