;; The kernel of `ranking-forest.ts`, which describes its parameters. After a change run `npm run simd-kernels`.
(module
  (memory (import "forest" "memory") 1)

  ;; Adds the value of each tree to the scores of the rows. Four rows at a time keep, as bits, the leaves that they can still reach: a
  ;; node whose threshold is exceeded removes those on its left. The first leaf that remains is the row's (QuickScorer: Lucchese et
  ;; al. 2015). Comparing all nodes takes less than following the branches of one row after the other.
  (func (export "addTrees") (param $tree i32) (param $treesEnd i32) (param $columns i32) (param $columnBytes i32) (param $scores i32)
    (local $node i32) (local $end i32) (local $values i32) (local $at i32) (local $to i32) (local $leaves v128)
    (loop $trees
      (local.set $end (i32.load (local.get $tree)))
      (local.set $values (i32.load offset=4 (local.get $tree)))
      (local.set $at (i32.const 0))
      (local.set $to (local.get $scores))
      (loop $rows
        (local.set $leaves (v128.const i64x2 -1 -1))
        (local.set $node (i32.add (local.get $tree) (i32.const 8)))
        (block $isLast
          (loop $nodes
            (br_if $isLast (i32.ge_u (local.get $node) (local.get $end)))
            ;; Not `gt`: a feature that is no number goes right, as in `treeValue`.
            (local.set $leaves (v128.andnot (local.get $leaves) (v128.andnot
              (v128.load32_splat offset=8 (local.get $node))
              (f32x4.le
                (v128.load (i32.add (i32.add (local.get $columns) (i32.load (local.get $node))) (local.get $at)))
                (v128.load32_splat offset=4 (local.get $node))))))
            (local.set $node (i32.add (local.get $node) (i32.const 12)))
            (br $nodes)))
        (f64.store (local.get $to) (f64.add (f64.load (local.get $to)) (f64.load (i32.add (local.get $values)
          (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $leaves))) (i32.const 3))))))
        (f64.store offset=8 (local.get $to) (f64.add (f64.load offset=8 (local.get $to)) (f64.load (i32.add (local.get $values)
          (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $leaves))) (i32.const 3))))))
        (f64.store offset=16 (local.get $to) (f64.add (f64.load offset=16 (local.get $to)) (f64.load (i32.add (local.get $values)
          (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $leaves))) (i32.const 3))))))
        (f64.store offset=24 (local.get $to) (f64.add (f64.load offset=24 (local.get $to)) (f64.load (i32.add (local.get $values)
          (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $leaves))) (i32.const 3))))))
        (local.set $to (i32.add (local.get $to) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $rows (i32.lt_u (local.get $at) (local.get $columnBytes))))
      (local.set $tree (local.get $end))
      (br_if $trees (i32.lt_u (local.get $tree) (local.get $treesEnd))))))
