void
keep(node first, long n)
{
	node second = make(n);
	use(second);
	use(first);
	use(second);
}
