; Stack memory: variables of the frame that share words, bytes with roots beside them, mirrors.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64)
declare void @take(ptr addrspace(10))
declare void @stop()
declare void @results(ptr "julia.return_roots"="2")
declare void @into(ptr nocapture "julia.return_roots"="2")
declare void @look(ptr readonly)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; Two variables and two values, one after the other in the same words.
define void @one_after_the_other() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = alloca [2 x ptr addrspace(10)]
  %b = alloca [2 x ptr addrspace(10)]
  %x = call ptr addrspace(10) @make(i64 1)
  call void @take(ptr addrspace(10) %x)
  call void @take(ptr addrspace(10) %x)
  call void @results(ptr "julia.return_roots"="2" %a)
  call void @stop()
  call void @look(ptr %a)
  call void @results(ptr "julia.return_roots"="2" %b)
  call void @stop()
  %y = load ptr addrspace(10), ptr %b
  call void @look(ptr %b)
  %z = call ptr addrspace(10) @make(i64 2)
  call void @take(ptr addrspace(10) %y)
  call void @take(ptr addrspace(10) %z)
  ret void
}

; A variable across a loop, and values in the loop.
define void @across_a_loop(i64 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = alloca [3 x ptr addrspace(10)]
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 24, i1 false)
  %w = call ptr addrspace(10) @make(i64 0)
  call void @take(ptr addrspace(10) %w)
  call void @take(ptr addrspace(10) %w)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %x = call ptr addrspace(10) @make(i64 %i)
  %y = call ptr addrspace(10) @make(i64 %i)
  %p = getelementptr inbounds [3 x ptr addrspace(10)], ptr %a, i64 0, i64 %i
  store ptr addrspace(10) %y, ptr %p
  call void @take(ptr addrspace(10) %x)
  call void @stop()
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 3
  br i1 %more, label %loop, label %done
done:
  %v = load ptr addrspace(10), ptr %a
  call void @stop()
  call void @take(ptr addrspace(10) %v)
  call void @look(ptr %a)
  ret void
}

; Objects in bytes, which are written again.
define void @bytes(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %buf = alloca [16 x i8], align 8
  %x = call ptr addrspace(10) @make(i64 1)
  store ptr addrspace(10) %x, ptr %buf
  call void @stop()
  br i1 %c, label %again, label %done
again:
  %y = call ptr addrspace(10) @make(i64 2)
  call void @look(ptr %buf)
  store ptr addrspace(10) %y, ptr %buf
  call void @stop()
  br label %done
done:
  %z = load ptr addrspace(10), ptr %buf
  call void @stop()
  call void @take(ptr addrspace(10) %z)
  ret void
}

; Objects all over the bytes.
define void @mirrored(i64 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %buf = alloca [32 x i8], align 8
  %w = call ptr addrspace(10) @make(i64 %k)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %x = call ptr addrspace(10) @make(i64 %i)
  %p = getelementptr ptr, ptr %buf, i64 %i
  store ptr addrspace(10) %x, ptr %p
  call void @stop()
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 4
  br i1 %more, label %loop, label %done
done:
  call void @look(ptr %buf)
  call void @stop()
  call void @take(ptr addrspace(10) %w)
  ret void
}

; What is loaded out of a variable rests on it.
define void @kept(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = alloca [2 x ptr addrspace(10)]
  %x = call ptr addrspace(10) @make(i64 1)
  call void @take(ptr addrspace(10) %x)
  call void @take(ptr addrspace(10) %x)
  call void @into(ptr %a)
  call void @stop()
  %v = load ptr addrspace(10), ptr %a
  %second = getelementptr inbounds [2 x ptr addrspace(10)], ptr %a, i64 0, i64 1
  %w = load ptr addrspace(10), ptr %second
  %y = call ptr addrspace(10) @make(i64 2)
  call void @take(ptr addrspace(10) %v)
  call void @take(ptr addrspace(10) %w)
  call void @take(ptr addrspace(10) %y)
  br i1 %c, label %more, label %done
more:
  call void @take(ptr addrspace(10) %y)
  br label %done
done:
  ret void
}
