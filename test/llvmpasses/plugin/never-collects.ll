; A definition that says that it never collects is held to it in opt, too, which gives the functions one by one.
; RUN: not %opt -load-pass-plugin=%plugin -passes='function(LateLowerGCFrame)' -disable-output %s 2>&1 | FileCheck %s
; CHECK: error: {{.*}}the function says by its attribute "gc-leaf-function" that it never collects

declare ptr @julia.get_pgcstack()
declare void @work()

define void @f() "gc-leaf-function" {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @work()
  ret void
}
