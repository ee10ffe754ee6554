; Made by tools/regen-examples from list-sort.c: see there for what it shows.
source_filename = "list-sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [43 x i8] c"%ld cells, %ld out of order, checksum %ld\0A\00", align 1
@cell_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [12 x i8] c"struct cell\00", align 1
@.compoundliteral = internal constant [1 x i32] zeroinitializer, align 4
@key_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.3, ptr null, ptr null }, align 16
@.str.2 = private unnamed_addr constant [11 x i8] c"struct key\00", align 1
@.compoundliteral.3 = internal constant [0 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 300, %entry ], [ %dec, %for.body ]
  %x.0 = phi i32 [ 12345, %entry ], [ %add, %for.body ]
  %l.0 = phi ptr addrspace(10) [ null, %entry ], [ %call1, %for.body ]
  %cmp = icmp sgt i64 %i.0, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %dec = add nsw i64 %i.0, -1
  %mul = mul i32 %x.0, 1103515245
  %add = add i32 %mul, 12345
  %shr = lshr i32 %add, 16
  %rem = urem i32 %shr, 100
  %conv = zext nneg i32 %rem to i64
  %call1 = call ptr addrspace(10) @cons(i64 %conv, i64 %dec, ptr addrspace(10) %l.0)
  br label %for.cond

for.end:
  %call2 = call ptr addrspace(10) @sort(ptr addrspace(10) %l.0, i64 300)
  br label %for.cond3

for.cond3:
  %n.0 = phi i64 [ 0, %for.end ], [ %inc21, %if.end ]
  %sum.0 = phi i64 [ 0, %for.end ], [ %rem20, %if.end ]
  %key.0 = phi i64 [ -1, %for.end ], [ %1, %if.end ]
  %serial.0 = phi i64 [ -1, %for.end ], [ %2, %if.end ]
  %disorder.0 = phi i64 [ 0, %for.end ], [ %disorder.1, %if.end ]
  %c.0 = phi ptr addrspace(10) [ %call2, %for.end ], [ %3, %if.end ]
  %cmp4.not = icmp eq ptr addrspace(10) %c.0, null
  br i1 %cmp4.not, label %for.end22, label %for.body7

for.body7:
  %0 = addrspacecast ptr addrspace(10) %c.0 to ptr addrspace(11)
  %key8 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %key8, align 8
  %serial9 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %2 = load i64, ptr addrspace(11) %serial9, align 8
  %cmp10 = icmp slt i64 %1, %key.0
  br i1 %cmp10, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %cmp12 = icmp eq i64 %1, %key.0
  %cmp14 = icmp slt i64 %2, %serial.0
  %or.cond = select i1 %cmp12, i1 %cmp14, i1 false
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %inc = add nsw i64 %disorder.0, 1
  br label %if.end

if.end:
  %disorder.1 = phi i64 [ %inc, %if.then ], [ %disorder.0, %lor.lhs.false ]
  %mul16 = mul nsw i64 %sum.0, 31
  %mul17 = mul nsw i64 %1, 1000
  %add18 = add nsw i64 %mul16, %mul17
  %add19 = add nsw i64 %add18, %2
  %rem20 = srem i64 %add19, 1000000007
  %3 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %inc21 = add nuw nsw i64 %n.0, 1
  br label %for.cond3

for.end22:
  %call23 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %n.0, i64 %disorder.0, i64 %sum.0)
  %cmp24 = icmp ne i64 %disorder.0, 0
  %conv25 = zext i1 %cmp24 to i32
  ret i32 %conv25
}

define internal ptr addrspace(10) @cons(i64 %key, i64 %serial, ptr addrspace(10) %next) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @cell_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %next, ptr addrspace(11) %0, align 8
  %key3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 %key, ptr addrspace(11) %key3, align 8
  %serial4 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 %serial, ptr addrspace(11) %serial4, align 8
  ret ptr addrspace(10) %call1
}

define internal ptr addrspace(10) @sort(ptr addrspace(10) %l, i64 %length) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp slt i64 %length, 2
  br i1 %cmp, label %cleanup, label %for.cond

for.cond:
  %i.0 = phi i64 [ %inc, %for.body ], [ 1, %entry ]
  %last.0 = phi ptr addrspace(10) [ %1, %for.body ], [ %l, %entry ]
  %div12 = lshr i64 %length, 1
  %cmp1 = icmp ult i64 %i.0, %div12
  br i1 %cmp1, label %for.body, label %for.end

for.body:
  %0 = addrspacecast ptr addrspace(10) %last.0 to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %2 = addrspacecast ptr addrspace(10) %last.0 to ptr addrspace(11)
  %3 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %last.0, ptr addrspace(10) null)
  store ptr addrspace(10) null, ptr addrspace(11) %2, align 8
  %call5 = call ptr addrspace(10) @sort(ptr addrspace(10) %l, i64 %div12)
  %sub = sub nsw i64 %length, %div12
  %call7 = call ptr addrspace(10) @sort(ptr addrspace(10) %3, i64 %sub)
  %call8 = call ptr addrspace(10) @merge(ptr addrspace(10) %call5, ptr addrspace(10) %call7)
  br label %cleanup

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call8, %for.end ], [ %l, %entry ]
  ret ptr addrspace(10) %retval.0
}

define internal ptr addrspace(10) @merge(ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @cons(i64 0, i64 0, ptr addrspace(10) null)
  br label %while.cond

while.cond:
  %tail.0 = phi ptr addrspace(10) [ %call1, %entry ], [ %b.addr.0.a.addr.0, %cond.end14 ]
  %b.addr.0 = phi ptr addrspace(10) [ %b, %entry ], [ %cond15, %cond.end14 ]
  %a.addr.0 = phi ptr addrspace(10) [ %a, %entry ], [ %cond9, %cond.end14 ]
  %cmp = icmp ne ptr addrspace(10) %a.addr.0, null
  %cmp2 = icmp ne ptr addrspace(10) %b.addr.0, null
  %spec.select = select i1 %cmp, i1 %cmp2, i1 false
  br i1 %spec.select, label %while.body, label %while.end

while.body:
  %call3 = call zeroext i1 @less(ptr addrspace(10) nonnull %b.addr.0, ptr addrspace(10) nonnull %a.addr.0)
  %b.addr.0.a.addr.0 = select i1 %call3, ptr addrspace(10) %b.addr.0, ptr addrspace(10) %a.addr.0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %tail.0, ptr addrspace(10) nonnull %b.addr.0.a.addr.0)
  %0 = addrspacecast ptr addrspace(10) %tail.0 to ptr addrspace(11)
  store ptr addrspace(10) %b.addr.0.a.addr.0, ptr addrspace(11) %0, align 8
  br i1 %call3, label %cond.end8, label %cond.false6

cond.false6:
  %1 = addrspacecast ptr addrspace(10) %a.addr.0 to ptr addrspace(11)
  %2 = load ptr addrspace(10), ptr addrspace(11) %1, align 8
  br label %cond.end8

cond.end8:
  %cond9 = phi ptr addrspace(10) [ %2, %cond.false6 ], [ %a.addr.0, %while.body ]
  br i1 %call3, label %cond.true11, label %cond.end14

cond.true11:
  %3 = addrspacecast ptr addrspace(10) %b.addr.0 to ptr addrspace(11)
  %4 = load ptr addrspace(10), ptr addrspace(11) %3, align 8
  br label %cond.end14

cond.end14:
  %cond15 = phi ptr addrspace(10) [ %4, %cond.true11 ], [ %b.addr.0, %cond.end8 ]
  br label %while.cond

while.end:
  %a.addr.0.b.addr.0 = select i1 %cmp, ptr addrspace(10) %a.addr.0, ptr addrspace(10) %b.addr.0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %tail.0, ptr addrspace(10) %a.addr.0.b.addr.0)
  %5 = addrspacecast ptr addrspace(10) %tail.0 to ptr addrspace(11)
  store ptr addrspace(10) %a.addr.0.b.addr.0, ptr addrspace(11) %5, align 8
  %6 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %7 = load ptr addrspace(10), ptr addrspace(11) %6, align 8
  ret ptr addrspace(10) %7
}

define internal zeroext i1 @less(ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @key_of(ptr addrspace(10) %a)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %call2 = call ptr addrspace(10) @key_of(ptr addrspace(10) %b)
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %cmp = icmp slt i64 %1, %3
  ret i1 %cmp
}

define internal ptr addrspace(10) @key_of(ptr addrspace(10) %c) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @key_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %key = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %key, align 8
  %2 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %1, ptr addrspace(11) %2, align 8
  ret ptr addrspace(10) %call1
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
