/* References in memory of operator new: elements of a vector, and what a coroutine needs behind a suspension. */
#include <lateroot/dialect.h>

struct box { long v; };
typedef box TRACKED *rbox;
rbox mk(long);

#ifdef VECTOR
#include <vector>
long
f(std::vector<rbox> &v)
{
	v.push_back(mk(1));
	return AT(v[0])->v;
}
#elif defined CONTAINER
#include <deque>
#include <map>
#include <vector>
struct plain { long a; };
struct pair { rbox r; long k; };
void
f(std::map<plain *, CONTAINER> &m, std::vector<pair *> &v, pair *p)
{
	m[nullptr] = CONTAINER{};
	v.push_back(p);
}
#elif defined THROWS
void
f(rbox r)
{
	throw r;
}
#else
#include <coroutine>
struct generator {
	struct promise_type {
		long value;
		generator get_return_object() { return { std::coroutine_handle<promise_type>::from_promise(*this) }; }
		std::suspend_always initial_suspend() noexcept { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		std::suspend_always yield_value(long v) { value = v; return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
	std::coroutine_handle<promise_type> handle;
};
#ifdef KEEPS
generator
count(int n)
{
	rbox kept = mk(42);
	for (int i = 0; i < n; i++)
		co_yield AT(kept)->v + i;
}
#else
generator
count(int n)
{
	for (int i = 0; i < n; i++) {
		rbox each = mk(i);
		long v = AT(each)->v;
		co_yield v;
	}
}
#endif
#endif
