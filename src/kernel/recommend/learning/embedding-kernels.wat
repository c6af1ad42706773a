;; The kernels of `embedding-kernels.ts`, which describes their parameters. After a change run `npm run simd-kernels`.
(module
  (memory (import "training" "memory") 1)
  ;; Bytes of a vector, a multiple of 64.
  (global $bytes (mut i32) (i32.const 0))
  ;; By item the start of its records in the list of records, the list, by record its sum of squared gradients, and the records.
  (global $starts (mut i32) (i32.const 0))
  (global $list (mut i32) (i32.const 0))
  (global $sums (mut i32) (i32.const 0))
  (global $records (mut i32) (i32.const 0))

  (func (export "configure")
    (param $bytes i32) (param $starts i32) (param $list i32) (param $sums i32) (param $records i32)
    (global.set $bytes (local.get $bytes))
    (global.set $starts (local.get $starts))
    (global.set $list (local.get $list))
    (global.set $sums (local.get $sums))
    (global.set $records (local.get $records)))

  ;; The address of the entry of an item's own record in the list.
  (func $firstOf (param $item i32) (result i32)
    (i32.add (global.get $list)
      (i32.shl (i32.load (i32.add (global.get $starts) (i32.shl (local.get $item) (i32.const 2)))) (i32.const 2))))

  (func $recordAt (param $entry i32) (result i32)
    (i32.add (global.get $records)
      (i32.mul (i32.load (local.get $entry)) (global.get $bytes))))

  ;; The address of the sum of squared gradients of an entry's record.
  (func $sumAt (param $entry i32) (result i32)
    (i32.add (global.get $sums) (i32.shl (i32.load (local.get $entry)) (i32.const 2))))

  ;; 1 / sqrt(number of attributes) of an item with the entries of attributes from $first to $end.
  (func $attributeWeight (param $first i32) (param $end i32) (result f32)
    (f32.div (f32.const 1)
      (f32.sqrt (f32.convert_i32_u (i32.shr_u (i32.sub (local.get $end) (local.get $first)) (i32.const 2))))))

  ;; Adds a vector times a weight to another.
  (func $addTimes (param $from i32) (param $weight v128) (param $to i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $from) (global.get $bytes)))
    (loop $steps
      (v128.store (local.get $to) (f32x4.add (v128.load (local.get $to))
        (f32x4.mul (local.get $weight) (v128.load (local.get $from)))))
      (v128.store offset=16 (local.get $to) (f32x4.add (v128.load offset=16 (local.get $to))
        (f32x4.mul (local.get $weight) (v128.load offset=16 (local.get $from)))))
      (v128.store offset=32 (local.get $to) (f32x4.add (v128.load offset=32 (local.get $to))
        (f32x4.mul (local.get $weight) (v128.load offset=32 (local.get $from)))))
      (v128.store offset=48 (local.get $to) (f32x4.add (v128.load offset=48 (local.get $to))
        (f32x4.mul (local.get $weight) (v128.load offset=48 (local.get $from)))))
      (local.set $from (i32.add (local.get $from) (i32.const 64)))
      (local.set $to (i32.add (local.get $to) (i32.const 64)))
      (br_if $steps (i32.lt_u (local.get $from) (local.get $end)))))

  (func $compose (export "compose") (param $item i32) (param $out i32)
    (local $entry i32) (local $end i32) (local $weight v128)
    (local.set $entry (call $firstOf (local.get $item)))
    (local.set $end (call $firstOf (i32.add (local.get $item) (i32.const 1))))
    (memory.copy (local.get $out) (call $recordAt (local.get $entry)) (global.get $bytes))
    (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
    (if (i32.eq (local.get $entry) (local.get $end)) (then (return)))
    (local.set $weight (f32x4.splat (call $attributeWeight (local.get $entry) (local.get $end))))
    (loop $attributes
      (call $addTimes (call $recordAt (local.get $entry)) (local.get $weight) (local.get $out))
      (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
      (br_if $attributes (i32.lt_u (local.get $entry) (local.get $end)))))

  (func (export "composeAll") (param $items i32) (param $itemsEnd i32) (param $out i32)
    (loop $each
      (call $compose (i32.load (local.get $items)) (local.get $out))
      (local.set $items (i32.add (local.get $items) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (global.get $bytes)))
      (br_if $each (i32.lt_u (local.get $items) (local.get $itemsEnd)))))

  ;; Sums products of the vectors with the weights at the ages of the items, by component.
  (func (export "sumHistory")
    (param $ageList i32) (param $ageListEnd i32) (param $ages i32) (param $vectors i32) (param $out i32)
    (local $age i32) (local $to i32) (local $end i32)
    (memory.fill (local.get $out) (i32.const 0) (global.get $bytes))
    (local.set $end (i32.add (local.get $out) (global.get $bytes)))
    (loop $each
      (local.set $age (i32.add (local.get $ages) (i32.mul (i32.load (local.get $ageList)) (global.get $bytes))))
      (local.set $to (local.get $out))
      (loop $steps
        (v128.store (local.get $to) (f32x4.add (v128.load (local.get $to))
          (f32x4.mul (v128.load (local.get $age)) (v128.load (local.get $vectors)))))
        (v128.store offset=16 (local.get $to) (f32x4.add (v128.load offset=16 (local.get $to))
          (f32x4.mul (v128.load offset=16 (local.get $age)) (v128.load offset=16 (local.get $vectors)))))
        (v128.store offset=32 (local.get $to) (f32x4.add (v128.load offset=32 (local.get $to))
          (f32x4.mul (v128.load offset=32 (local.get $age)) (v128.load offset=32 (local.get $vectors)))))
        (v128.store offset=48 (local.get $to) (f32x4.add (v128.load offset=48 (local.get $to))
          (f32x4.mul (v128.load offset=48 (local.get $age)) (v128.load offset=48 (local.get $vectors)))))
        (local.set $age (i32.add (local.get $age) (i32.const 64)))
        (local.set $vectors (i32.add (local.get $vectors) (i32.const 64)))
        (local.set $to (i32.add (local.get $to) (i32.const 64)))
        (br_if $steps (i32.lt_u (local.get $to) (local.get $end))))
      (local.set $ageList (i32.add (local.get $ageList) (i32.const 4)))
      (br_if $each (i32.lt_u (local.get $ageList) (local.get $ageListEnd)))))

  ;; Dot products of vectors with one. Four vectors at a time share each load of it.
  (func (export "dots") (param $vectors i32) (param $vectorsEnd i32) (param $vector i32) (param $out i32)
    (local $at i32) (local $end i32) (local $row1 i32) (local $row2 i32) (local $row3 i32) (local $part v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $end (i32.add (local.get $vector) (global.get $bytes)))
    (loop $each
      (local.set $row1 (i32.add (local.get $vectors) (global.get $bytes)))
      (local.set $row2 (i32.add (local.get $row1) (global.get $bytes)))
      (local.set $row3 (i32.add (local.get $row2) (global.get $bytes)))
      (local.set $sum0 (v128.const i64x2 0 0))
      (local.set $sum1 (v128.const i64x2 0 0))
      (local.set $sum2 (v128.const i64x2 0 0))
      (local.set $sum3 (v128.const i64x2 0 0))
      (local.set $at (local.get $vector))
      (loop $steps
        (local.set $part (v128.load (local.get $at)))
        (local.set $sum0 (f32x4.add (local.get $sum0) (f32x4.mul (local.get $part) (v128.load (local.get $vectors)))))
        (local.set $sum1 (f32x4.add (local.get $sum1) (f32x4.mul (local.get $part) (v128.load (local.get $row1)))))
        (local.set $sum2 (f32x4.add (local.get $sum2) (f32x4.mul (local.get $part) (v128.load (local.get $row2)))))
        (local.set $sum3 (f32x4.add (local.get $sum3) (f32x4.mul (local.get $part) (v128.load (local.get $row3)))))
        (local.set $vectors (i32.add (local.get $vectors) (i32.const 16)))
        (local.set $row1 (i32.add (local.get $row1) (i32.const 16)))
        (local.set $row2 (i32.add (local.get $row2) (i32.const 16)))
        (local.set $row3 (i32.add (local.get $row3) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $steps (i32.lt_u (local.get $at) (local.get $end))))
      ;; Adds the four sums of each vector, in two rounds of adding halves.
      (local.set $sum0 (f32x4.add
        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $sum0) (local.get $sum1))
        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $sum0) (local.get $sum1))))
      (local.set $sum2 (f32x4.add
        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $sum2) (local.get $sum3))
        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $sum2) (local.get $sum3))))
      (v128.store (local.get $out) (f32x4.add
        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $sum0) (local.get $sum2))
        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $sum0) (local.get $sum2))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $vectors (local.get $row3))
      (br_if $each (i32.lt_u (local.get $vectors) (local.get $vectorsEnd)))))

  ;; A weighted sum of vectors that are $stride bytes apart, whose weights are $weightStride bytes apart. Sixteen columns at a time
  ;; stay in registers.
  (func $weightedSum (export "weightedSum")
    (param $vectors i32) (param $weights i32) (param $weightsEnd i32) (param $weightStride i32) (param $out i32)
    (local $at i32) (local $from i32) (local $end i32) (local $weight v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $end (i32.add (local.get $out) (global.get $bytes)))
    (loop $columns
      (local.set $sum0 (v128.const i64x2 0 0))
      (local.set $sum1 (v128.const i64x2 0 0))
      (local.set $sum2 (v128.const i64x2 0 0))
      (local.set $sum3 (v128.const i64x2 0 0))
      (local.set $at (local.get $weights))
      (local.set $from (local.get $vectors))
      (loop $each
        (local.set $weight (v128.load32_splat (local.get $at)))
        (local.set $sum0 (f32x4.add (local.get $sum0)
          (f32x4.mul (local.get $weight) (v128.load (local.get $from)))))
        (local.set $sum1 (f32x4.add (local.get $sum1)
          (f32x4.mul (local.get $weight) (v128.load offset=16 (local.get $from)))))
        (local.set $sum2 (f32x4.add (local.get $sum2)
          (f32x4.mul (local.get $weight) (v128.load offset=32 (local.get $from)))))
        (local.set $sum3 (f32x4.add (local.get $sum3)
          (f32x4.mul (local.get $weight) (v128.load offset=48 (local.get $from)))))
        (local.set $from (i32.add (local.get $from) (global.get $bytes)))
        (local.set $at (i32.add (local.get $at) (local.get $weightStride)))
        (br_if $each (i32.lt_u (local.get $at) (local.get $weightsEnd))))
      (v128.store (local.get $out) (local.get $sum0))
      (v128.store offset=16 (local.get $out) (local.get $sum1))
      (v128.store offset=32 (local.get $out) (local.get $sum2))
      (v128.store offset=48 (local.get $out) (local.get $sum3))
      (local.set $vectors (i32.add (local.get $vectors) (i32.const 64)))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (br_if $columns (i32.lt_u (local.get $out) (local.get $end)))))

  ;; AdaGrad on one vector, with one sum of squared gradients for all its numbers: the sum of their means. The gradient is $gradient times
  ;; $scale, plus $ridge times the vector.
  (func $descend
    (param $values i32) (param $sum i32) (param $gradient i32) (param $scale v128) (param $rate f32) (param $ridge v128)
    (local $end i32) (local $at i32) (local $value i32) (local $slope v128) (local $squares v128) (local $total f32) (local $step v128)
    (local.set $end (i32.add (local.get $gradient) (global.get $bytes)))
    (local.set $at (local.get $gradient))
    (local.set $value (local.get $values))
    (loop $numbers
      (local.set $slope (f32x4.add (f32x4.mul (local.get $scale) (v128.load (local.get $at)))
        (f32x4.mul (local.get $ridge) (v128.load (local.get $value)))))
      (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $slope) (local.get $slope))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $value (i32.add (local.get $value) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $total (f32.add (f32.load (local.get $sum)) (f32.div
      (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $squares)) (f32x4.extract_lane 1 (local.get $squares)))
        (f32.add (f32x4.extract_lane 2 (local.get $squares)) (f32x4.extract_lane 3 (local.get $squares))))
      (f32.convert_i32_u (i32.shr_u (global.get $bytes) (i32.const 2))))))
    (f32.store (local.get $sum) (local.get $total))
    (local.set $step (f32x4.splat (f32.div (local.get $rate) (f32.sqrt (local.get $total)))))
    (loop $steps
      (local.set $slope (f32x4.add (f32x4.mul (local.get $scale) (v128.load (local.get $gradient)))
        (f32x4.mul (local.get $ridge) (v128.load (local.get $values)))))
      (v128.store (local.get $values)
        (f32x4.sub (v128.load (local.get $values)) (f32x4.mul (local.get $step) (local.get $slope))))
      (local.set $gradient (i32.add (local.get $gradient) (i32.const 16)))
      (local.set $values (i32.add (local.get $values) (i32.const 16)))
      (br_if $steps (i32.lt_u (local.get $gradient) (local.get $end)))))

  ;; Updates an item's records by the gradient of its vector times $scale.
  (func $update (export "update") (param $item i32) (param $gradient i32) (param $scale f32) (param $rate f32) (param $ridge f32)
    (local $entry i32) (local $end i32) (local $weight v128)
    (local.set $entry (call $firstOf (local.get $item)))
    (local.set $end (call $firstOf (i32.add (local.get $item) (i32.const 1))))
    (call $descend (call $recordAt (local.get $entry)) (call $sumAt (local.get $entry)) (local.get $gradient)
      (f32x4.splat (local.get $scale)) (local.get $rate) (f32x4.splat (local.get $ridge)))
    (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
    (if (i32.eq (local.get $entry) (local.get $end)) (then (return)))
    (local.set $weight
      (f32x4.splat (f32.mul (local.get $scale) (call $attributeWeight (local.get $entry) (local.get $end)))))
    (loop $attributes
      (call $descend (call $recordAt (local.get $entry)) (call $sumAt (local.get $entry)) (local.get $gradient)
        (local.get $weight) (local.get $rate) (v128.const i64x2 0 0))
      (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
      (br_if $attributes (i32.lt_u (local.get $entry) (local.get $end)))))

  ;; Products of two vectors, by component.
  (func $multiply (param $one i32) (param $other i32) (param $out i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $out) (global.get $bytes)))
    (loop $steps
      (v128.store (local.get $out) (f32x4.mul (v128.load (local.get $one)) (v128.load (local.get $other))))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $steps (i32.lt_u (local.get $out) (local.get $end)))))

  ;; Updates the items of a history, and the weights of their ages, by the gradient of the history's vector.
  (func (export "updateHistory")
    (param $items i32) (param $itemsEnd i32) (param $ageList i32) (param $ages i32) (param $ageSums i32) (param $vectors i32)
    (param $historyGradient i32) (param $gradient i32) (param $rate f32) (param $ageRate f32) (param $ridge f32)
    (local $offset i32)
    (loop $each
      (local.set $offset (i32.mul (i32.load (local.get $ageList)) (global.get $bytes)))
      ;; The item's gradient needs the weights from before their update.
      (call $multiply (local.get $historyGradient) (i32.add (local.get $ages) (local.get $offset)) (local.get $gradient))
      (call $multiply (local.get $historyGradient) (local.get $vectors) (local.get $vectors))
      (call $descend
        (i32.add (local.get $ages) (local.get $offset))
        (i32.add (local.get $ageSums) (i32.shl (i32.load (local.get $ageList)) (i32.const 2)))
        (local.get $vectors) (f32x4.splat (f32.const 1)) (local.get $ageRate) (v128.const i64x2 0 0))
      (call $update (i32.load (local.get $items)) (local.get $gradient) (f32.const 1) (local.get $rate) (local.get $ridge))
      (local.set $ageList (i32.add (local.get $ageList) (i32.const 4)))
      (local.set $vectors (i32.add (local.get $vectors) (global.get $bytes)))
      (local.set $items (i32.add (local.get $items) (i32.const 4)))
      (br_if $each (i32.lt_u (local.get $items) (local.get $itemsEnd)))))

  ;; Updates items by sums of vectors: item n by those of $vectors weighted by the n-th columns of $weights.
  (func (export "updateBySums")
    (param $items i32) (param $itemsEnd i32) (param $vectors i32) (param $weights i32) (param $weightsEnd i32)
    (param $weightStride i32) (param $gradient i32) (param $rate f32)
    (loop $each
      (call $weightedSum
        (local.get $vectors) (local.get $weights) (local.get $weightsEnd) (local.get $weightStride) (local.get $gradient))
      (call $update (i32.load (local.get $items)) (local.get $gradient) (f32.const 1) (local.get $rate) (f32.const 0))
      (local.set $weights (i32.add (local.get $weights) (i32.const 4)))
      (local.set $weightsEnd (i32.add (local.get $weightsEnd) (i32.const 4)))
      (local.set $items (i32.add (local.get $items) (i32.const 4)))
      (br_if $each (i32.lt_u (local.get $items) (local.get $itemsEnd))))))
