/* SPDX-License-Identifier: MIT */
// tasks-cxx.cpp -- exceptions of C++ in tasks: caught on the stack that throws, also after it was left and come back to.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include <lateroot/runtime.h>

static int destroyed;
struct Counted {
	~Counted() { destroyed++; }
};

static void
throw_at(int depth)
{
	Counted c;

	if (depth > 0)
		throw_at(depth - 1);
	else
		throw std::runtime_error("deep");
}

static void *
catches(void *arg)
{
	for (int i = 0; i < 3; i++) {
		try {
			Counted c;
			lr_task_switch(lr_task_caller());
			throw_at(5);
		} catch (const std::runtime_error &) {
			continue;
		}
		std::abort();
	}
	return arg;
}

static void
ended()
{
	// What nothing catches ends the process by this handler: the unwinder has found the end of the stack.
	std::puts("not caught");
	std::fflush(stdout);
	std::_Exit(destroyed == 2 * 3 * 7 ? 0 : 1);
}

static void *
does_not_catch(void *arg)
{
	throw_at(2);
	return arg;
}

int
main()
{
	lr_task *t[2];

	for (lr_task *&task : t)
		task = lr_task_new(catches, nullptr, 0);
	for (int i = 0; i < 4; i++)
		for (lr_task *task : t)
			if (lr_task_switch(task) != LR_RT_OK)
				std::abort();
	for (lr_task *task : t)
		if (lr_task_finished(task, nullptr) != 1 || lr_task_free(task) != LR_RT_OK)
			std::abort();
	std::set_terminate(ended);
	try {
		lr_task_switch(lr_task_new(does_not_catch, nullptr, 0));
	} catch (const std::runtime_error &) {
		std::puts("caught on another stack");
	}
	return 1;
}
