// What C++ writes into variables by their addresses: references, constructors, containers, structured bindings.
#include <array>
#include <utility>

#include <lateroot/roots.h>

struct object { long value; };
typedef object GC_REF *ref;
extern "C" ref make(void);
void out(ref &);
struct holder {
	ref a;
	holder(ref x) : a(x) {}
	ref get() const { return a; }
};
std::pair<ref, long> both();

long right_array(ref a, ref b) { std::array<ref, 2> x = {a, b}; make(); return x[0]->value; }
long right_holder(ref a) { holder h(a); return h.get()->value; }
long right_capture(ref a) { auto f = [&]() { return a->value; }; return f(); }
long right_swap(ref a, ref b) { std::swap(a, b); return a->value; }

long
reference()
{
	ref v = nullptr;
	out(v);
	make(); // expected-error {{'v' is kept in memory that is no root over the call of make()}}
	return v->value;
}

long
constructor()
{
	holder h(make());
	make(); // expected-error {{'h' is kept in memory that is no root over the call of make()}}
	return h.a->value;
}

long
container()
{
	std::array<ref, 2> h = {nullptr, nullptr};
	h[0] = make();
	h[1] = make(); // expected-error {{'h' is kept in memory that is no root over the call of make()}}
	return h[0]->value;
}

long
binding()
{
	auto [a, n] = both();
	make(); // expected-error {{a reference is kept in memory that is no root over the call of make()}}
	return a->value + n;
}
