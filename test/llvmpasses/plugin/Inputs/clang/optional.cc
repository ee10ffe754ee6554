/* References in a class of the C++ library that is a union and a flag. */
#include <lateroot/dialect.h>
#include <optional>

extern "C" ref make(long);
extern "C" void collect(void);

extern "C" ref
first(long n)
{
	std::optional<ref> o;
	if (n)
		o = make(n);
	collect();
	return o ? *o : make(2);
}

extern "C" bool
second(long n) { std::optional<ref> p = make(n); return p.has_value(); }
