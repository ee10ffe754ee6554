; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots --disable-output %s 2>&1 | FileCheck %s
; The head of the chain of frames behind landing pads.

declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare void @may_throw()
declare void @poll()
declare i32 @personality(...)

; CHECK: the head of the chain may be the frame of a function that was unwound
; CHECK: 'not_put_back'
define void @not_put_back() personality ptr @personality {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  invoke void @may_throw() to label %on unwind label %pad
on:
  call void @julia.pop_gc_frame(ptr %f)
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @poll()
  br label %on
}

; CHECK: the frame becomes the head of the chain, but on some path it is not pushed
; CHECK: 'frame_not_pushed'
define void @frame_not_pushed() personality ptr @personality {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %on unwind label %pad
on:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  store ptr %f, ptr %pgcstack
  call void @julia.push_gc_frame(ptr %f, i32 1)
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: on some path the frame is not pushed here
; CHECK: 'frame_left_out'
define void @frame_left_out() personality ptr @personality {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %head = load ptr, ptr %pgcstack
  call void @julia.push_gc_frame(ptr %f, i32 1)
  invoke void @may_throw() to label %on unwind label %pad
on:
  call void @julia.pop_gc_frame(ptr %f)
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  store ptr %head, ptr %pgcstack
  call void @poll()
  br label %on
}

; CHECK: the head of the chain may be the frame of a function that was unwound
; CHECK: 'returned'
define void @returned() personality ptr @personality {
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %on unwind label %pad
on:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret void
}
; CHECK-NOT: root check

; Out of the chain again, and neither needed nor popped any more.
define void @right_left_out() personality ptr @personality {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %head = load ptr, ptr %pgcstack
  call void @julia.push_gc_frame(ptr %f, i32 1)
  invoke void @may_throw() to label %on unwind label %pad
on:
  call void @julia.pop_gc_frame(ptr %f)
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  store ptr %head, ptr %pgcstack
  call void @poll()
  unreachable
}
