#include "list.h"
struct duo { noderef a, b; };
TYPE(duo_type, duo, FIELD(duo, a), FIELD(duo, b));
namespace {
template <typename F> long twice(F f) { return f() + f(); }
struct guard { int *n; ~guard() { ++*n; } };
duo TRACKED *make(noderef a, noderef b)
{
	GC_FUNCTION;
	auto d = NEW_ZEROED(duo, duo_type);
	AT(d)->a = a;
	push(a, 1);
	SET(d, b, b);
	return d;
}
}
int main()
{
	int n = 0;
	noderef l = nullptr, m = nullptr;
	for (long i = 0; i < 100; i++) { guard g{&n}; l = push(l, i); m = i % 3 ? push(m, i) : m; }
	duo TRACKED *d = make(l, m);
	preserved p = PRESERVE(d);
	printf("%ld %ld %d\n", sum(AT(d)->a), sum(AT(d)->b), n);
	UNPRESERVE(p);
	printf("%ld\n", twice([&] { return sum(push(l, 5)); }));
	try { if (n) throw 3; } catch (int e) { printf("caught %d %ld\n", e, sum(l)); }
	return 0;
}
