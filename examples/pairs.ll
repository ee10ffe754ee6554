; Made by tools/regen-examples from pairs.c: see there for what it shows.
source_filename = "pairs.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [19 x i8] c"sizes %ld and %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [20 x i8] c"halves %ld and %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [19 x i8] c"larger %ld of %ld\0A\00", align 1
@tree_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.3 = private unnamed_addr constant [12 x i8] c"struct tree\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4

define i32 @main() {
entry:
  %b.sroa.0 = alloca ptr addrspace(10), align 8
  %call = call ptr @julia.get_pgcstack()
  store i64 0, ptr %b.sroa.0, align 8
  br label %for.cond

for.cond:
  %a.sroa.0.0.a.sroa.0.0. = phi ptr addrspace(10) [ null, %entry ], [ %a.sroa.0.0.a.sroa.0.0.812, %for.inc ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %x.0 = phi i64 [ 7, %entry ], [ %rem, %for.inc ]
  %b.sroa.6.0 = phi i64 [ 0, %entry ], [ %b.sroa.6.1, %for.inc ]
  %a.sroa.7.0 = phi i64 [ 0, %entry ], [ %a.sroa.7.1, %for.inc ]
  %cmp = icmp ult i32 %i.0, 70
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nsw i64 %x.0, 1103
  %rem = srem i64 %mul, 10007
  %rem1 = srem i64 %rem, 3
  %cmp2.not = icmp eq i64 %rem1, 0
  br i1 %cmp2.not, label %if.else, label %if.then

if.then:
  %call3 = call { ptr addrspace(10), i64 } @insert(ptr addrspace(10) %a.sroa.0.0.a.sroa.0.0., i64 %a.sroa.7.0, i64 %rem)
  %0 = extractvalue { ptr addrspace(10), i64 } %call3, 0
  %1 = extractvalue { ptr addrspace(10), i64 } %call3, 1
  br label %for.inc

if.else:
  %b.sroa.0.0.b.sroa.0.0. = load ptr addrspace(10), ptr %b.sroa.0, align 8
  %call5 = call { ptr addrspace(10), i64 } @insert(ptr addrspace(10) %b.sroa.0.0.b.sroa.0.0., i64 %b.sroa.6.0, i64 %rem)
  %2 = extractvalue { ptr addrspace(10), i64 } %call5, 0
  %3 = extractvalue { ptr addrspace(10), i64 } %call5, 1
  store ptr addrspace(10) %2, ptr %b.sroa.0, align 8
  br label %for.inc

for.inc:
  %a.sroa.0.0.a.sroa.0.0.812 = phi ptr addrspace(10) [ %0, %if.then ], [ %a.sroa.0.0.a.sroa.0.0., %if.else ]
  %b.sroa.6.1 = phi i64 [ %b.sroa.6.0, %if.then ], [ %3, %if.else ]
  %a.sroa.7.1 = phi i64 [ %1, %if.then ], [ %a.sroa.7.0, %if.else ]
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %call6 = call { ptr addrspace(10), ptr addrspace(10) } @split(ptr addrspace(10) %a.sroa.0.0.a.sroa.0.0., i64 5000)
  %4 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call6, 0
  %5 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call6, 1
  %b.sroa.0.0.b.sroa.0.0.5 = load ptr addrspace(10), ptr %b.sroa.0, align 8
  %call7 = call { ptr addrspace(10), i64 } @larger(ptr addrspace(10) %a.sroa.0.0.a.sroa.0.0., i64 %a.sroa.7.0, ptr addrspace(10) %b.sroa.0.0.b.sroa.0.0.5, i64 %b.sroa.6.0)
  %6 = extractvalue { ptr addrspace(10), i64 } %call7, 0
  %7 = extractvalue { ptr addrspace(10), i64 } %call7, 1
  %call9 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %a.sroa.7.0, i64 %b.sroa.6.0)
  %call10 = call i64 @checksum(ptr addrspace(10) %4, i64 1)
  %call11 = call i64 @checksum(ptr addrspace(10) %5, i64 1)
  %call12 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call10, i64 %call11)
  %call14 = call i64 @checksum(ptr addrspace(10) %6, i64 1)
  %call16 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %call14, i64 %7)
  ret i32 0
}

define internal { ptr addrspace(10), i64 } @insert(ptr addrspace(10) %s.coerce0, i64 %s.coerce1, i64 %key) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call { ptr addrspace(10), ptr addrspace(10) } @split(ptr addrspace(10) %s.coerce0, i64 %key)
  %0 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call1, 0
  %1 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call1, 1
  %call3 = call ptr addrspace(10) @node(ptr addrspace(10) %0, i64 %key, ptr addrspace(10) %1)
  %add = add nsw i64 %s.coerce1, 1
  %.fca.0.insert = insertvalue { ptr addrspace(10), i64 } poison, ptr addrspace(10) %call3, 0
  %.fca.1.insert = insertvalue { ptr addrspace(10), i64 } %.fca.0.insert, i64 %add, 1
  ret { ptr addrspace(10), i64 } %.fca.1.insert
}

define internal { ptr addrspace(10), ptr addrspace(10) } @split(ptr addrspace(10) %t, i64 %key) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp eq ptr addrspace(10) %t, null
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %key1 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %1 = load i64, ptr addrspace(11) %key1, align 8
  %cmp2 = icmp slt i64 %1, %key
  br i1 %cmp2, label %if.then3, label %if.else

if.then3:
  %right = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %call4 = call { ptr addrspace(10), ptr addrspace(10) } @split(ptr addrspace(10) %2, i64 %key)
  %3 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call4, 0
  %4 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call4, 1
  %5 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %6 = load i64, ptr addrspace(11) %key1, align 8
  %call7 = call ptr addrspace(10) @node(ptr addrspace(10) %5, i64 %6, ptr addrspace(10) %3)
  br label %cleanup

if.else:
  %7 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %call11 = call { ptr addrspace(10), ptr addrspace(10) } @split(ptr addrspace(10) %7, i64 %key)
  %8 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call11, 0
  %9 = extractvalue { ptr addrspace(10), ptr addrspace(10) } %call11, 1
  %10 = load i64, ptr addrspace(11) %key1, align 8
  %right14 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %11 = load ptr addrspace(10), ptr addrspace(11) %right14, align 8
  %call15 = call ptr addrspace(10) @node(ptr addrspace(10) %9, i64 %10, ptr addrspace(10) %11)
  br label %cleanup

cleanup:
  %retval.sroa.0.1 = phi ptr addrspace(10) [ null, %entry ], [ %call7, %if.then3 ], [ %8, %if.else ]
  %retval.sroa.6.1 = phi ptr addrspace(10) [ null, %entry ], [ %4, %if.then3 ], [ %call15, %if.else ]
  %.fca.0.insert = insertvalue { ptr addrspace(10), ptr addrspace(10) } poison, ptr addrspace(10) %retval.sroa.0.1, 0
  %.fca.1.insert = insertvalue { ptr addrspace(10), ptr addrspace(10) } %.fca.0.insert, ptr addrspace(10) %retval.sroa.6.1, 1
  ret { ptr addrspace(10), ptr addrspace(10) } %.fca.1.insert
}

define internal { ptr addrspace(10), i64 } @larger(ptr addrspace(10) %a.coerce0, i64 %a.coerce1, ptr addrspace(10) %b.coerce0, i64 %b.coerce1) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call2 = call ptr addrspace(10) @node(ptr addrspace(10) %a.coerce0, i64 0, ptr addrspace(10) %b.coerce0)
  %cmp.not = icmp slt i64 %a.coerce1, %b.coerce1
  %a.coerce0.b.coerce0 = select i1 %cmp.not, ptr addrspace(10) %b.coerce0, ptr addrspace(10) %a.coerce0
  %a.coerce1.b.coerce1 = call i64 @llvm.smax.i64(i64 %a.coerce1, i64 %b.coerce1)
  %0 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %key = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %1 = load i64, ptr addrspace(11) %key, align 8
  %sub = add nsw i64 %1, -1
  %call5 = call ptr addrspace(10) @node(ptr addrspace(10) %a.coerce0.b.coerce0, i64 %sub, ptr addrspace(10) null)
  %.fca.0.insert = insertvalue { ptr addrspace(10), i64 } poison, ptr addrspace(10) %call5, 0
  %.fca.1.insert = insertvalue { ptr addrspace(10), i64 } %.fca.0.insert, i64 %a.coerce1.b.coerce1, 1
  ret { ptr addrspace(10), i64 } %.fca.1.insert
}

define internal i64 @checksum(ptr addrspace(10) %t, i64 %seed) {
entry:
  %cmp = icmp eq ptr addrspace(10) %t, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %call = call i64 @checksum(ptr addrspace(10) %1, i64 %seed)
  %mul = mul nsw i64 %call, 31
  %key = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %2 = load i64, ptr addrspace(11) %key, align 8
  %add = add nsw i64 %mul, %2
  %rem = srem i64 %add, 1000000007
  %right = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %3 = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %call1 = call i64 @checksum(ptr addrspace(10) %3, i64 %rem)
  br label %return

return:
  %retval.0 = phi i64 [ %call1, %if.end ], [ %seed, %entry ]
  ret i64 %retval.0
}

define internal ptr addrspace(10) @node(ptr addrspace(10) %left, i64 %key, ptr addrspace(10) %right) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @tree_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %left, ptr addrspace(11) %0, align 8
  %right3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %right, ptr addrspace(11) %right3, align 8
  %key4 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 %key, ptr addrspace(11) %key4, align 8
  ret ptr addrspace(10) %call1
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i64 @llvm.smax.i64(i64, i64)
