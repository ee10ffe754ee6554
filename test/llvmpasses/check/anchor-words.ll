; What the anchor of a function of the ABI framemap says, and where the function is.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole:
; CHECK: unknown: a word of the anchor becomes something that is not known [anchor/1]
; CHECK-NEXT: in function 'word0'
; CHECK: unknown: a word of the anchor becomes something that is not known [anchor/1]
; CHECK-NEXT: in function 'fp_null'
; CHECK: unknown: word 2 of the anchor, the frame pointer, is not stored by the time it is linked [anchor/1]
; CHECK-NEXT: in function 'fp_missing'
; CHECK: unknown: a word of the anchor becomes something that is not known [anchor/1]
; CHECK-NEXT: in function 'fp_later'
; CHECK: unknown: the function is not in the section that the table of roots describes [anchor/1]
; CHECK-NEXT: in function 'section'
; CHECK: unknown: the function does not keep its frame pointer, by which the stack is walked [anchor/1]
; CHECK-NEXT: in function 'no_fp'
; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head'
; CHECK: proven linked right
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare void @llvm.experimental.stackmap(i64 immarg, i32 immarg, ...)
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr addrspace(10) @right(ptr addrspace(10) %a, i1 %c) #0 section "lr_text" {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 %1, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %fp, ptr %2, align 8
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @word0(ptr addrspace(10) %a, i1 %c) #0 section "lr_text" {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 2, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %fp, ptr %2, align 8
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @fp_null(ptr addrspace(10) %a, i1 %c) #0 section "lr_text" {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 %1, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr null, ptr %2, align 8
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @fp_missing(ptr addrspace(10) %a, i1 %c) #0 section "lr_text" {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 %1, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @fp_later(ptr addrspace(10) %a, i1 %c) #0 section "lr_text" {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 %1, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %fp, ptr %2, align 8
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  store ptr null, ptr %2
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @section(ptr addrspace(10) %a, i1 %c) #0 {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 %1, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %fp, ptr %2, align 8
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @no_fp(ptr addrspace(10) %a, i1 %c) #2 section "lr_text" {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 %1, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %fp, ptr %2, align 8
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @head(ptr addrspace(10) %a, i1 %c) #0 section "lr_text" {
entry:
  %gcframe = alloca ptr addrspace(10), i32 2, align 16
  %gcanchor = alloca i64, i32 3, align 16
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 16, i1 false)
  %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  %gcslot1 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %pg = call ptr @julia.get_pgcstack()
  %here = call i64 asm "leaq 0(%rip), $0", "=r"() #1
  %0 = shl i64 %here, 2
  %1 = or i64 %0, 2
  store i64 %1, ptr %gcanchor, align 8
  %2 = getelementptr i8, ptr %gcanchor, i64 16
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %fp, ptr %2, align 8
  %task.gcstack = load ptr, ptr %pg, align 8
  %3 = getelementptr i8, ptr %gcanchor, i64 8
  store ptr %task.gcstack, ptr %3, align 8
  store ptr %gcanchor, ptr %pg, align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %gcslot1, align 8
  br i1 %c, label %A, label %B

A:                                                ; preds = %entry
  store ptr null, ptr %pg
  call void @gc()
  br label %B

B:                                                ; preds = %A, %entry
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %x)
  %4 = getelementptr i8, ptr %gcanchor, i64 8
  %anchor.prev = load ptr, ptr %4, align 8
  store ptr %anchor.prev, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

attributes #0 = { noinline "frame-pointer"="all" "lateroot-abi"="framemap" "no-realign-stack" }
attributes #1 = { nounwind memory(none) "gc-leaf-function" }
attributes #2 = { noinline "lateroot-abi"="framemap" "no-realign-stack" }
