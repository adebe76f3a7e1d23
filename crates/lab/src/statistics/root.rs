//! Where a function crosses zero: the ends of intervals.

/// The point between `inside`, where the continuous function `value` is positive, and `outside`, where it is not, at which
/// it changes sign. By Ridders' method: half the interval, then the root of the exponential curve through the three
/// points. Bisection alone needs four times as many values, and each value of a rating is a maximisation.
pub(super) fn crossing(inside: f64, outside: f64, mut value: impl FnMut(f64) -> f64) -> f64 {
    // An infinite value has no curve.
    let mut bounded = |x: f64| value(x).clamp(-1e6, 1e6);
    let (mut a, mut b) = (inside, outside);
    let (mut fa, mut fb) = (bounded(a), bounded(b));
    let mut last = f64::INFINITY;
    for _ in 0..100 {
        let middle = f64::midpoint(a, b);
        let fm = bounded(middle);
        let root = (fm * fm - fa * fb).sqrt();
        let next = if root > 0.0 { middle + (middle - a) * fm / root } else { middle };
        let at = bounded(next);
        if at == 0.0 || (next - last).abs() <= 1e-12 * (1.0 + next.abs()) {
            return next;
        }
        last = next;
        for (x, fx) in [(middle, fm), (next, at)] {
            // Each point replaces the end of its own sign, if it lies further in.
            if fx > 0.0 && (x - b).abs() < (a - b).abs() {
                (a, fa) = (x, fx);
            } else if fx <= 0.0 && (x - a).abs() < (b - a).abs() {
                (b, fb) = (x, fx);
            }
        }
    }
    f64::midpoint(a, b)
}

#[cfg(test)]
mod tests {
    use super::crossing;

    #[test]
    fn it_finds_the_sign_change_of_smooth_and_steep_functions() {
        assert!((crossing(0.0, 3.0, |x| 2.0 - x * x) - std::f64::consts::SQRT_2).abs() < 1e-11);
        assert!((crossing(0.5, 0.0, |x| x.ln() + 20.0) - (-20f64).exp()).abs() < 1e-11);
        assert!((crossing(5.0, -1.0, |x| 1.0 - (-9.0 * x).exp()).abs() < 1e-11));
        let mut asked = 0;
        crossing(0.0, 3.0, |x| {
            asked += 1;
            2.0 - x * x
        });
        assert!(asked < 25, "{asked}");
    }
}
