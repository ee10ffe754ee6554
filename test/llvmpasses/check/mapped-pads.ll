; Landing pads in functions with a mapped frame: in each ABI the head of the chain is this function's again, and the check knows it.
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --reload -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --abi=shadow-stack -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --abi=framemap -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --abi=framemap --reload -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=lateroot --check --abi=statepoint -S -o /dev/null %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

%value = type { i64, ptr addrspace(10) }

declare ptr @julia.get_pgcstack()
declare void @stop()
declare ptr addrspace(10) @make()
declare void @fill(ptr nocapture)
declare void @give(ptr sret(%value))
declare void @use(ptr addrspace(10))
declare i32 @personality(...)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; What was filled is read behind the pad, and what is made there is rooted.
define ptr addrspace(10) @caught(ptr addrspace(10) %o) personality ptr @personality {
entry:
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %made = call ptr addrspace(10) @make()
  invoke void @fill(ptr %v) to label %on unwind label %pad
on:
  call void @stop()
  call void @use(ptr addrspace(10) %made)
  ret ptr addrspace(10) %made
pad:
  %lp = landingpad { ptr, i32 } catch ptr null
  %x = call ptr addrspace(10) @make()
  call void @stop()
  %p = getelementptr inbounds i8, ptr %v, i64 8
  %y = load ptr addrspace(10), ptr %p, align 8
  call void @use(ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %made)
  ret ptr addrspace(10) %x
}

; Only stack memory is to be rooted, and the exception goes on.
define i64 @cleanup() personality ptr @personality {
entry:
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  invoke void @give(ptr sret(%value) %v) to label %on unwind label %pad
on:
  invoke void @fill(ptr %v) to label %ends unwind label %pad
ends:
  call void @stop()
  %p = getelementptr inbounds i8, ptr %v, i64 8
  %y = load ptr addrspace(10), ptr %p, align 8
  %n = load i64, ptr addrspace(10) %y, align 8
  ret i64 %n
pad:
  %lp = landingpad { ptr, i32 } cleanup
  call void @stop()
  resume { ptr, i32 } %lp
}

; Another variable that lives behind the pad, in a loop that catches.
define void @again(i1 %c) personality ptr @personality {
entry:
  %v = alloca %value, align 8
  %u = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  invoke void @fill(ptr %v) to label %on unwind label %pad
on:
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  br i1 %c, label %loop, label %out
pad:
  %lp = landingpad { ptr, i32 } catch ptr null
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  call void @llvm.lifetime.start.p0(i64 16, ptr %u)
  call void @fill(ptr %u)
  call void @stop()
  %p = getelementptr inbounds i8, ptr %u, i64 8
  %y = load ptr addrspace(10), ptr %p, align 8
  call void @use(ptr addrspace(10) %y)
  call void @llvm.lifetime.end.p0(i64 16, ptr %u)
  br label %loop
out:
  call void @stop()
  ret void
}
