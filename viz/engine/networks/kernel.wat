;; A linear layer with four outputs at a time, in vectors of four numbers of 32 bits. Weights are
;; numbers of 16 bits, or integers of 8 bits with a scale of 32 bits for each output.
(module
  (import "engine" "memory" (memory 1))
  ;; y[row, output] = bias[output] + Σ x[row, input] · weight[output, input]
  ;; The first five parameters are addresses ($scale is 0 for weights of 16 bits), and the last one,
  ;; of room for the widened weights of four outputs. The number of inputs is a multiple of 8, that
  ;; of outputs a multiple of 4. Each weight is read and widened once, however many rows there are.
  (func (export "linear")
    (param $x i32) (param $weight i32) (param $scale i32) (param $bias i32) (param $y i32)
    (param $rows i32) (param $inputs i32) (param $outputs i32) (param $wide i32)
    (local $width i32) (local $pitch i32) (local $last i32) (local $widened i32)
    (local $row i32) (local $input i32) (local $end i32) (local $out i32)
    (local $w0 i32) (local $w1 i32) (local $w2 i32) (local $w3 i32) (local $v v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $width (i32.shl (local.get $inputs) (i32.const 2)))
    (local.set $pitch (i32.shl (local.get $outputs) (i32.const 2)))
    (local.set $last (i32.add (local.get $y) (local.get $pitch)))
    (local.set $widened (i32.add (local.get $wide) (i32.shl (local.get $width) (i32.const 2))))
    (loop $outputs_
      (local.set $out (local.get $wide))
      (if (local.get $scale)
        (then
          ;; Each of the four rows times its scale.
          (local.set $end (local.get $wide))
          (loop $scaled_
            (local.set $s0 (v128.load32_splat (local.get $scale)))
            (local.set $scale (i32.add (local.get $scale) (i32.const 4)))
            (local.set $end (i32.add (local.get $end) (local.get $width)))
            (loop $row_
              (local.set $v (v128.load8x8_s (local.get $weight)))
              (v128.store (local.get $out) (f32x4.mul (local.get $s0)
                (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $v)))))
              (v128.store offset=16 (local.get $out) (f32x4.mul (local.get $s0)
                (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $v)))))
              (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
              (br_if $row_ (i32.lt_u (local.tee $out (i32.add (local.get $out) (i32.const 32)))
                (local.get $end))))
            (br_if $scaled_ (i32.lt_u (local.get $out) (local.get $widened)))))
        (else
          ;; Sign, exponent and fraction of 16 bits where those of 32 bits stand, then the difference
          ;; of the exponents' biases (127 − 15) as a factor, which is right for subnormals too.
          (loop $widen_
            (local.set $v (v128.load (local.get $weight)))
            (v128.store (local.get $out) (f32x4.mul (v128.const f32x4 0x1p112 0x1p112 0x1p112 0x1p112)
              (v128.and (v128.const i32x4 0x8fffffff 0x8fffffff 0x8fffffff 0x8fffffff)
                (i32x4.shl (i32x4.extend_low_i16x8_s (local.get $v)) (i32.const 13)))))
            (v128.store offset=16 (local.get $out)
              (f32x4.mul (v128.const f32x4 0x1p112 0x1p112 0x1p112 0x1p112)
                (v128.and (v128.const i32x4 0x8fffffff 0x8fffffff 0x8fffffff 0x8fffffff)
                  (i32x4.shl (i32x4.extend_high_i16x8_s (local.get $v)) (i32.const 13)))))
            (local.set $weight (i32.add (local.get $weight) (i32.const 16)))
            (br_if $widen_ (i32.lt_u (local.tee $out (i32.add (local.get $out) (i32.const 32)))
              (local.get $widened))))))
      (local.set $input (local.get $x))
      (local.set $out (local.get $y))
      (local.set $row (local.get $rows))
      (loop $rows_
        (local.set $end (i32.add (local.get $input) (local.get $width)))
        (local.set $w0 (local.get $wide))
        (local.set $w1 (i32.add (local.get $w0) (local.get $width)))
        (local.set $w2 (i32.add (local.get $w1) (local.get $width)))
        (local.set $w3 (i32.add (local.get $w2) (local.get $width)))
        (local.set $s0 (v128.const f32x4 0 0 0 0))
        (local.set $s1 (v128.const f32x4 0 0 0 0))
        (local.set $s2 (v128.const f32x4 0 0 0 0))
        (local.set $s3 (v128.const f32x4 0 0 0 0))
        (loop $inputs_
          (local.set $v (v128.load (local.get $input)))
          (local.set $s0 (f32x4.add (local.get $s0)
            (f32x4.mul (local.get $v) (v128.load (local.get $w0)))))
          (local.set $s1 (f32x4.add (local.get $s1)
            (f32x4.mul (local.get $v) (v128.load (local.get $w1)))))
          (local.set $s2 (f32x4.add (local.get $s2)
            (f32x4.mul (local.get $v) (v128.load (local.get $w2)))))
          (local.set $s3 (f32x4.add (local.get $s3)
            (f32x4.mul (local.get $v) (v128.load (local.get $w3)))))
          (local.set $v (v128.load offset=16 (local.get $input)))
          (local.set $s0 (f32x4.add (local.get $s0)
            (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $w0)))))
          (local.set $s1 (f32x4.add (local.get $s1)
            (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $w1)))))
          (local.set $s2 (f32x4.add (local.get $s2)
            (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $w2)))))
          (local.set $s3 (f32x4.add (local.get $s3)
            (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $w3)))))
          (local.set $w0 (i32.add (local.get $w0) (i32.const 32)))
          (local.set $w1 (i32.add (local.get $w1) (i32.const 32)))
          (local.set $w2 (i32.add (local.get $w2) (i32.const 32)))
          (local.set $w3 (i32.add (local.get $w3) (i32.const 32)))
          (br_if $inputs_ (i32.lt_u
            (local.tee $input (i32.add (local.get $input) (i32.const 32))) (local.get $end))))
        ;; The sums over each of the four vectors, as one vector.
        (local.set $s0 (f32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
            (local.get $s0) (local.get $s1))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
            (local.get $s0) (local.get $s1))))
        (local.set $s2 (f32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
            (local.get $s2) (local.get $s3))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
            (local.get $s2) (local.get $s3))))
        (v128.store (local.get $out) (f32x4.add (v128.load (local.get $bias)) (f32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (local.get $s0) (local.get $s2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
            (local.get $s0) (local.get $s2)))))
        (local.set $out (i32.add (local.get $out) (local.get $pitch)))
        (br_if $rows_ (local.tee $row (i32.sub (local.get $row) (i32.const 1)))))
      (local.set $bias (i32.add (local.get $bias) (i32.const 16)))
      (br_if $outputs_ (i32.lt_u
        (local.tee $y (i32.add (local.get $y) (i32.const 16))) (local.get $last))))))
