//! Means of points, for games in which scores count.

/// The mean of some points with its 95 % margin; fewer than two values have no margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Points {
    pub(crate) mean: f64,
    pub(crate) margin: Option<f64>,
    pub(crate) count: usize,
}

impl Points {
    pub(crate) fn of(values: &[f64]) -> Points {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count.max(1) as f64;
        let margin = (count > 1).then(|| {
            let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            student(count - 1) * (spread / (count - 1) as f64 / count as f64).sqrt()
        });
        Points { mean, margin, count }
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.margin {
            Some(margin) => write!(f, "{:.2} ± {margin:.2}", self.mean),
            None => write!(f, "{:.2}", self.mean),
        }
    }
}

/// Student's 97.5 % quantile for some degrees of freedom, by the expansion of Cornish and Fisher. From three degrees on it
/// is exact to two per cent; the first two are tabulated.
fn student(freedom: usize) -> f64 {
    let (z, n) = (1.959_964f64, freedom as f64);
    match freedom {
        1 => 12.706,
        2 => 4.303,
        _ => {
            z + (z.powi(3) + z) / (4.0 * n)
                + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
                + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * n.powi(3))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_the_margin_of_their_own_scatter() {
        assert_eq!(Points::of(&[37.0]).margin, None);
        // Deviation 1, three values: 4.303 / √3.
        let three = Points::of(&[36.0, 37.0, 38.0]);
        assert!((three.margin.unwrap() - 2.484).abs() < 1e-3 && three.mean == 37.0);
        for (freedom, known) in [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            assert!((student(freedom) / known - 1.0).abs() < 0.02, "{freedom}: {}", student(freedom));
        }
    }
}
