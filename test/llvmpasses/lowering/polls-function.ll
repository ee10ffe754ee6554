; The poll is the body of gc.safepoint_poll, inlined, with the way that stops the thread out of the way.
; RUN: %lateroot opt --passes=PlaceGCPolls -S %s | FileCheck %s
; RUN: sed 's/void @gc.safepoint_poll()/void @gc.safepoint_poll(i32 %x)/' %s | %exits 1 %lateroot opt --passes=PlaceGCPolls -S - 2>&1 | FileCheck %s --check-prefix=BAD
; RUN: sed 's/"gc-leaf-function"/"lateroot-polls"="never"/' %s | %exits 1 %lateroot opt --passes=PlaceGCPolls -S - 2>&1 | FileCheck %s --check-prefix=WORD
; BAD: must be void () to be a poll
; WORD: "lateroot-polls" takes {{.*}}; not 'never'

@flag = external global i32
declare void @stop_here()

; CHECK-LABEL: define void @gc.safepoint_poll()
; CHECK: br i1 %asked, label %stop, label %on, !prof [[COLD:![0-9]+]]
define void @gc.safepoint_poll() {
  %f = load volatile i32, ptr @flag
  %asked = icmp ne i32 %f, 0
  br i1 %asked, label %stop, label %on
stop:
  call void @stop_here()
  br label %on
on:
  ret void
}

; CHECK-LABEL: define i32 @f(
; CHECK: again:
; CHECK: load volatile i32, ptr @flag
; CHECK: br i1 {{.*}}, !prof [[COLD]]
; CHECK: call void @stop_here()
; CHECK-NOT: @gc.safepoint_poll
; CHECK: ret i32
; CHECK: define void @leaf()
; CHECK-NOT: load volatile
; CHECK: [[COLD]] = !{!"branch_weights", i32 1, i32 4095}
define i32 @f(ptr %p) !dbg !4 {
  br label %again
again:
  %x = load volatile i32, ptr %p
  %c = icmp eq i32 %x, 0
  br i1 %c, label %again, label %out
out:
  ret i32 %x
}

define void @leaf() "gc-leaf-function" {
  br label %again
again:
  br label %again
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "none", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
