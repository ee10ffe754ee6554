#include <stdio.h>
#include <string.h>
struct s { char a[64]; int n; };
__attribute__((address_space(10))) int *gp;
int f(struct s *x, const char *t){ memset(x,0,sizeof *x); strcpy(x->a,t); for(int i=0;i<x->n;i++) x->a[i]^=3; return *gp + (x->a[0]); }
int main(void){ struct s x; return f(&x,"abc"); }
