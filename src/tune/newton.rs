//! Logistic regression: the weights under which results are most likely, by Newton's method.

/// A row of a sparse matrix: columns in ascending order with their entries.
pub type Row = Vec<(u16, f32)>;

/// One observation of a linear model: `score + sum over the row of entry * shift` predicts `label`.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The score with weights as they are, in centipawns.
    pub score: f64,
    /// By how much the score grows with each weight.
    pub row: Row,
    /// The expected result, from 0 to 1.
    pub label: f64,
}

/// What is known beforehand of a weight: it is normally distributed.
#[derive(Clone, Copy, Debug)]
pub struct Prior {
    /// How far its mean is from the weight as it is.
    pub mean: f64,
    /// Its standard deviation.
    pub spread: f64,
}

/// The result that a score predicts, `scale` per centipawn.
pub fn prediction(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * score).exp())
}

/// How unlikely a result is, in nats; a label between 0 and 1 is a mixture of both.
pub fn surprise(score: f64, scale: f64, label: f64) -> f64 {
    let x = scale * score;
    // ln(1 + e^x) without overflow.
    let softplus = x.max(0.0) + (-x.abs()).exp().ln_1p();
    softplus - label * x
}

/// The scale at which scores predict labels best.
pub fn best_scale(data: &(impl Iterator<Item = (f64, f64)> + Clone)) -> f64 {
    let mut scale: f64 = 0.004;
    for _ in 0..20 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for (score, label) in data.clone() {
            let expected = prediction(score, scale);
            slope += (expected - label) * score;
            bend += expected * (1.0 - expected) * score * score;
        }
        scale = (scale - slope / bend).clamp(0.0005, 0.05);
    }
    scale
}

/// The shift of every weight that makes the labels most likely, given the prior. `correlation` says how many
/// observations count as one, since those of the same game share their result.
pub fn fit(
    observations: &[Observation],
    priors: &[Prior],
    scale: f64,
    correlation: f64,
    rounds: usize,
) -> Vec<f64> {
    let mut shifts = vec![0.0; priors.len()];
    let mut best = objective(observations, priors, scale, correlation, &shifts);
    for _ in 0..rounds {
        let step = step(observations, priors, scale, correlation, &shifts);
        let mut length = 1.0;
        loop {
            let trial: Vec<f64> =
                shifts.iter().zip(&step).map(|(shift, step)| shift - length * step).collect();
            let value = objective(observations, priors, scale, correlation, &trial);
            if value <= best {
                (shifts, best) = (trial, value);
                break;
            }
            length /= 2.0;
            if length < 1e-3 {
                return shifts;
            }
        }
    }
    shifts
}

fn shifted(observation: &Observation, shifts: &[f64]) -> f64 {
    let change: f64 =
        observation.row.iter().map(|&(column, entry)| f64::from(entry) * shifts[usize::from(column)]).sum();
    observation.score + change
}

fn objective(
    observations: &[Observation],
    priors: &[Prior],
    scale: f64,
    correlation: f64,
    shifts: &[f64],
) -> f64 {
    let data: f64 =
        observations.iter().map(|o| surprise(shifted(o, shifts), scale, o.label)).sum::<f64>() / correlation;
    let prior: f64 = priors
        .iter()
        .zip(shifts)
        .map(|(prior, shift)| ((shift - prior.mean) / prior.spread).powi(2) / 2.0)
        .sum();
    data + prior
}

/// Newton's step: the solution of `curvature * step = slope`.
fn step(
    observations: &[Observation],
    priors: &[Prior],
    scale: f64,
    correlation: f64,
    shifts: &[f64],
) -> Vec<f64> {
    let size = priors.len();
    let mut slope = vec![0.0; size];
    let mut curvature = vec![0.0; size * size];
    for observation in observations {
        let expected = prediction(shifted(observation, shifts), scale);
        let error = scale * (expected - observation.label) / correlation;
        let weight = scale * scale * expected * (1.0 - expected) / correlation;
        for (at, &(column, entry)) in observation.row.iter().enumerate() {
            slope[usize::from(column)] += error * f64::from(entry);
            let line = &mut curvature[usize::from(column) * size..][..size];
            let factor = weight * f64::from(entry);
            // The lower triangle is enough.
            for &(other, value) in &observation.row[..=at] {
                line[usize::from(other)] += factor * f64::from(value);
            }
        }
    }
    for (index, (prior, shift)) in priors.iter().zip(shifts).enumerate() {
        let precision = 1.0 / (prior.spread * prior.spread);
        slope[index] += (shift - prior.mean) * precision;
        curvature[index * size + index] += precision;
    }
    solve(&mut curvature, slope)
}

/// Solves a symmetric positive definite system, given by its lower triangle, by Cholesky's decomposition.
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        for row in column..size {
            let (upper, lower) = (&matrix[column * size..][..column], &matrix[row * size..][..column]);
            let dot: f64 = upper.iter().zip(lower).map(|(a, b)| a * b).sum();
            let rest = matrix[row * size + column] - dot;
            matrix[row * size + column] =
                if row == column { rest.max(1e-12).sqrt() } else { rest / matrix[column * size + column] };
        }
    }
    for row in 0..size {
        let dot: f64 = (0..row).map(|column| matrix[row * size + column] * right[column]).sum();
        right[row] = (right[row] - dot) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let dot: f64 = (row + 1..size).map(|below| matrix[below * size + row] * right[below]).sum();
        right[row] = (right[row] - dot) / matrix[row * size + row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, in 0..1.
    fn noise(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn known_weights_are_found_again() {
        let (truth, scale) = ([40.0, -25.0, 0.0, 120.0], 0.005);
        let mut state = 1;
        let observations: Vec<Observation> = (0..20_000)
            .map(|_| {
                let row: Row =
                    (0..4).map(|column| (column, (noise(&mut state) * 6.0 - 3.0).round() as f32)).collect();
                let score: f64 =
                    row.iter().map(|&(column, entry)| truth[usize::from(column)] * f64::from(entry)).sum();
                let label = f64::from(noise(&mut state) < prediction(score, scale));
                Observation { score: 0.0, row, label }
            })
            .collect();
        let loose = [Prior { mean: 0.0, spread: 200.0 }; 4];
        let found = fit(&observations, &loose, scale, 1.0, 10);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 6.0, "{found} {truth}");
        }
        // A narrow prior holds the weights back.
        let narrow = [Prior { mean: 0.0, spread: 0.5 }; 4];
        assert!(fit(&observations, &narrow, scale, 1.0, 10)[3] < 60.0);
        // The right scale is found, too.
        let scores = observations.iter().map(|o| (shifted(o, &truth), o.label));
        assert!((best_scale(&scores) - scale).abs() < 0.0003);
    }

    #[test]
    fn systems_are_solved() {
        // Lower triangle of [[4, 2, 0], [2, 5, 3], [0, 3, 6]].
        let mut matrix = vec![4.0, 0.0, 0.0, 2.0, 5.0, 0.0, 0.0, 3.0, 6.0];
        let solution = solve(&mut matrix, vec![8.0, 21.0, 24.0]);
        for (found, truth) in solution.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - truth).abs() < 1e-9, "{solution:?}");
        }
    }
}
