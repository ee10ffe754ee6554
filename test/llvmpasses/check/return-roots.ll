; The words that take the roots of a callee's result are roots while it runs, also if nobody reads them afterwards.
; RUN: %exits 1 %lateroot check --all %s | FileCheck %s
; CHECK: hole: stack variable {{.*}} still may be read behind{{.*}}[variable/1]
; CHECK-NEXT: in function 'hidden'
; CHECK: proven frames shown
declare ptr @julia.get_pgcstack()
declare void @callee(ptr sret({ ptr addrspace(10), i64 }), ptr "julia.return_roots"="1")
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.pop_gc_frame(ptr)
declare void @julia.push_gc_frame(ptr, i32)

define void @hidden() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %roots = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  %r = alloca { ptr addrspace(10), i64 }
  call void @julia.push_gc_frame(ptr %frame, i32 0)
  call void @callee(ptr sret({ ptr addrspace(10), i64 }) %r, ptr "julia.return_roots"="1" %roots)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
define void @shown() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %roots = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  %r = alloca { ptr addrspace(10), i64 }
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @callee(ptr sret({ ptr addrspace(10), i64 }) %r, ptr "julia.return_roots"="1" %roots)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
