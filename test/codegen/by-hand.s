# What a person would write for the functions of functions.ll: the same frames, chained the same way, with as few instructions as there can be.
# tools/regen-codegen counts them, and shows those in docs/codegen.md that differ from what LLVM makes.
# %r13: the task.  %rdi, %rsi: arguments.  Where a value is in a slot anyway it is read there again and takes no register.
	.text

field:
	movq 8(%rdi), %rax
	retq

across:
	subq $24, %rsp
	callq make@PLT
	movq $4, (%rsp)
	movq (%r13), %rcx
	movq %rcx, 8(%rsp)
	movq %rsp, (%r13)
	movq %rax, 16(%rsp)
	callq poll@PLT
	movq 16(%rsp), %rax
	movq 8(%rsp), %rcx
	movq %rcx, (%r13)
	addq $24, %rsp
	retq

loop:
	pushq %rbx
	subq $32, %rsp
	movq %rdi, %rbx
	callq make@PLT
	movq $4, (%rsp)
	movq (%r13), %rcx
	movq %rcx, 8(%rsp)
	movq %rsp, (%r13)
	movq %rax, 16(%rsp)
.Lloop:
	movq 16(%rsp), %rdi
	callq use@PLT
	subq $1, %rbx
	ja .Lloop
	movq 8(%rsp), %rcx
	movq %rcx, (%r13)
	addq $32, %rsp
	popq %rbx
	retq

cold:
	cmpq (%rdi), %rsi
	jae .Lfails
	movq (%rdi,%rsi,8), %rax
	retq
.Lfails:
	subq $24, %rsp
	callq make@PLT
	movq $4, (%rsp)
	movq (%r13), %rcx
	movq %rcx, 8(%rsp)
	movq %rsp, (%r13)
	movq %rax, 16(%rsp)
	callq poll@PLT
	movq 16(%rsp), %rdi
	callq fail@PLT

calls:
	pushq %rbx
	subq $32, %rsp
	movq %rdi, %rbx
	movq %rsi, 16(%rsp)
	callq make@PLT
	movq $8, (%rsp)
	movq (%r13), %rcx
	movq %rcx, 8(%rsp)
	movq %rsp, (%r13)
	movq %rax, 24(%rsp)
	movq %rbx, %rdi
	leaq 16(%rsp), %rsi
	movl $2, %edx
	callq boxed@PLT
	movq %rax, 16(%rsp)
	movq %rbx, %rdi
	leaq 16(%rsp), %rsi
	movl $2, %edx
	callq boxed@PLT
	movq 8(%rsp), %rcx
	movq %rcx, (%r13)
	addq $32, %rsp
	popq %rbx
	retq

allocation:
	movq 8(%r13), %rdx
	movq 32(%rdx), %rax
	cmpq 40(%rdx), %rax
	je .Lempty
	leaq 16(%rax), %rcx
	movq %rcx, 32(%rdx)
.Ltaken:
	movq type@GOTPCREL(%rip), %rcx
	movq %rcx, -8(%rax)
	movq %rdi, (%rax)
	retq
.Lempty:
	pushq %rdi
	movq type@GOTPCREL(%rip), %rcx
	movq %rdx, %rdi
	xorl %esi, %esi
	movl $16, %edx
	callq lr_gc_small_alloc@PLT
	popq %rdi
	jmp .Ltaken

pair:
	subq $24, %rsp
	callq make@PLT
	movq 8(%r13), %rdi
	movq 32(%rdi), %rcx
	cmpq 40(%rdi), %rcx
	je .Lpair_empty
	leaq 16(%rcx), %rdx
	movq %rdx, 32(%rdi)
.Lpair_taken:
	movq type@GOTPCREL(%rip), %rdx
	movq %rdx, -8(%rcx)
	movq %rax, (%rcx)
	movq %rcx, %rax
	addq $24, %rsp
	retq
.Lpair_empty:
	movq $4, (%rsp)
	movq (%r13), %rcx
	movq %rcx, 8(%rsp)
	movq %rsp, (%r13)
	movq %rax, 16(%rsp)
	movq type@GOTPCREL(%rip), %rcx
	xorl %esi, %esi
	movl $16, %edx
	callq lr_gc_small_alloc@PLT
	movq %rax, %rcx
	movq 16(%rsp), %rax
	movq 8(%rsp), %rdx
	movq %rdx, (%r13)
	jmp .Lpair_taken

barrier:
	movq %rsi, (%rdi)
	movq -8(%rdi), %rax
	movl %eax, %ecx
	notl %ecx
	testb $3, %cl
	jne .Lyoung
	movq -8(%rsi), %rcx
	testb $4, %al
	jne lr_gc_queue_root@PLT
	andl $1, %ecx
	je lr_gc_queue_root@PLT
.Lyoung:
	retq

handler:
	subq $264, %rsp
	movq %r13, %rdi
	movq %rsp, %rsi
	callq lr_enter_handler@PLT
	movq %rsp, %rdi
	xorl %esi, %esi
	callq __sigsetjmp@PLT
	testl %eax, %eax
	jne .Lthrown
	callq make@PLT
	movq %rax, 256(%rsp)
	movq %r13, %rdi
	movl $1, %esi
	callq lr_pop_handler_noexcept@PLT
	movq 256(%rsp), %rax
	addq $264, %rsp
	retq
.Lthrown:
	movq %r13, %rdi
	movl $1, %esi
	callq lr_pop_handler@PLT
	movq %r13, %rdi
	callq lr_current_exception@PLT
	addq $264, %rsp
	retq

derived:
	pushq %r15
	pushq %r14
	pushq %rbx
	subq $32, %rsp
	movq %rdi, %rbx
	callq make@PLT
	movq %rax, %r14
	movq $4, (%rsp)
	movq (%r13), %rcx
	movq %rcx, 8(%rsp)
	movq %rsp, (%r13)
	movq %rax, 16(%rsp)
	xorl %r15d, %r15d
.Lwords:
	addq (%r14), %r15
	callq poll@PLT
	addq $8, %r14
	subq $1, %rbx
	ja .Lwords
	movq 8(%rsp), %rcx
	movq %rcx, (%r13)
	movq %r15, %rax
	addq $32, %rsp
	popq %rbx
	popq %r14
	popq %r15
	retq

tree:
	pushq %r14
	pushq %rbx
	pushq %rax
	movq %rdi, %r14
	xorl %ebx, %ebx
.Ltree:
	movq (%r14), %rdi
	testq %rdi, %rdi
	je .Lleaf
	callq tree
	movq 8(%r14), %r14
	leaq 1(%rax,%rbx), %rbx
	jmp .Ltree
.Lleaf:
	leaq 1(%rbx), %rax
	addq $8, %rsp
	popq %rbx
	popq %r14
	retq

visit:
	movq (%rdi), %rax
	testq %rax, %rax
	je .Lvisit_leaf
	pushq %rbx
	subq $32, %rsp
	movq %rdi, %rbx
	movq $4, (%rsp)
	movq (%r13), %rcx
	movq %rcx, 8(%rsp)
	movq %rsp, (%r13)
	movq %rax, 16(%rsp)
	movq %rax, %rdi
	callq visit
	movq 8(%rbx), %rdi
	movq %rdi, 16(%rsp)
	movq %rax, %rbx
	callq visit
	leaq 1(%rbx,%rax), %rax
	movq 8(%rsp), %rcx
	movq %rcx, (%r13)
	addq $32, %rsp
	popq %rbx
	retq
.Lvisit_leaf:
	pushq %rax
	callq poll@PLT
	movl $1, %eax
	popq %rcx
	retq
