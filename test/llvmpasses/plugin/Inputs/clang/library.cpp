/* References in memory that the C++ library allocates, and uses of the library that keep none there. */
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <lateroot/dialect.h>

struct box { long v; };
typedef box TRACKED *rbox;
rbox mk(long);
struct entry { int key; rbox r; };
struct other { rbox r; };
namespace n {
struct tree { std::unique_ptr<tree> left, right; rbox r; };
}
struct plain { long v; plain() = default; explicit plain(rbox r) : v(AT(r)->v) {} };

#ifdef WRONG
void through(const std::unique_ptr<entry> &p) { p->r = mk(1); }
void local() { through(std::make_unique<entry>()); }
void tree() { auto t = std::make_unique<n::tree>(); t->r = mk(1); }
void one() { auto p = std::make_unique<rbox>(mk(1)); *p = mk(2); }
void shared(std::shared_ptr<std::array<other, 2>> &p) { (*p)[1].r = mk(1); }
void sorts(entry *e, int n) { std::stable_sort(e, e + n, [](auto &a, auto &b) { return a.key < b.key; }); }
void merges(rbox *e, int n) { std::inplace_merge(e, e + 1, e + n, [](auto a, auto b) { return AT(a)->v < AT(b)->v; }); }
std::function<long()> captures() { rbox b = mk(1); return [b] { return AT(b)->v; }; }
void assigns(std::function<long()> &f, entry e) { f = [e] { return AT(e.r)->v; }; }
void starts() { rbox b = mk(1); std::thread([b] { AT(b)->v = 1; }).join(); }
#else
long
right(std::vector<rbox *> &v, std::unique_ptr<rbox *> &q, rbox b, entry (&e)[8])
{
	auto p = std::make_unique<plain>(b);
	auto many = std::make_unique<plain[]>(3);
	auto s = std::make_shared<plain>(b);
	int numbers[] = { 3, 1, 2 };
	std::function<long()> f = [&b, &e] { return AT(b)->v + e[0].key; };
	std::array<rbox, 2> a = { b, mk(1) };
	std::tuple<int, rbox> t(1, mk(2));
	std::pair<int, rbox> pairs[] = { { 2, mk(3) }, { 1, mk(4) } };

	std::stable_sort(numbers, numbers + 3);
	std::sort(pairs, pairs + 2, [](auto &x, auto &y) { return x.first < y.first; });
	std::sort(e, e + 8, [](auto &x, auto &y) { return AT(x.r)->v < AT(y.r)->v; });
	v.push_back(&b);
	*q = &b;
	return p->v + many[1].v + s->v + numbers[0] + f() + AT(a[1])->v + AT(std::get<1>(t))->v + AT(pairs[0].second)->v;
}
#endif
