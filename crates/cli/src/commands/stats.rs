//! `breadboard stats`: the statistics of the arena for results that were counted elsewhere.

use crate::Failure;
use crate::args::{Results, StatsArgs};
use crate::output::Out;
use breadboard_lab::statistics::{METHOD, Meeting, Rating, Scores, Summary, ratings};
use serde_json::{Value, json};

pub(crate) fn run(args: &StatsArgs, out: &mut Out) -> Result<(), Failure> {
    let asked = args.results.first().and_then(|results| args.sequential.hypotheses(games(results)));
    if asked.is_some() && args.results.len() > 1 {
        return Err(Failure::Usage("--sprt needs the results of one pairing".to_owned()));
    }
    if args.results.len() > 1 && args.results.iter().any(|results| results.names.is_none()) {
        return Err(Failure::Usage("several pairings need names: A:B=2,5,20,15,8".to_owned()));
    }
    let rated = rated(&args.results);
    if args.json {
        let pairings: Vec<Value> = args.results.iter().map(pairing_json).collect();
        let test = asked.map(|asked| asked.json(&Scores::spaced(&args.results[0].counts)));
        let rating = |(name, Rating { value, low, high }): &(String, Rating)| json!({"name": name, "rating": value, "rating_low": low, "rating_high": high});
        let ratings: Vec<Value> = rated.iter().map(rating).collect();
        out.line(json!({"pairings": pairings, "sprt": test, "ratings": ratings, "method": METHOD}))?;
        return Ok(());
    }
    for results in &args.results {
        let scores = Scores::spaced(&results.counts);
        let who = results.names.as_ref().map_or(String::new(), |[a, b]| format!("{a} against {b}: "));
        // A sum of nothing is a negative zero.
        let (games, units) = (games(results), scores.count() + 0.0);
        let unit = if games == 2 { "pairs" } else { "games" };
        out.line(format!("{who}{:.1} % of {units} {unit}", 100.0 * scores.mean()))?;
        out.line(format!("  {}", Summary::of(&scores, games)))?;
        if let Some(asked) = asked {
            out.line(asked.sentence(&scores))?;
        }
    }
    if !rated.is_empty() {
        out.line("ratings")?;
    }
    for (name, Rating { value, low, high }) in &rated {
        out.line(format!("  {value:+7.0} ({low:+.0} to {high:+.0})  {name}"))?;
    }
    Ok(())
}

/// Games in a unit: five counts are pairs.
fn games(results: &Results) -> usize {
    if results.counts.len() == 5 { 2 } else { 1 }
}

fn pairing_json(results: &Results) -> Value {
    let scores = Scores::spaced(&results.counts);
    let mut object = json!({
        "players": results.names, "counts": results.counts, "games_in_a_unit": games(results),
        "units": scores.count(), "share": scores.mean(),
    });
    Summary::of(&scores, games(results)).add_to(&mut object);
    object
}

/// The ratings of three players or more, the best first.
fn rated(results: &[Results]) -> Vec<(String, Rating)> {
    let mut names: Vec<&String> = Vec::new();
    let mut meetings = Vec::new();
    for results in results {
        let Some(pair) = &results.names else { continue };
        let [first, second] = pair.each_ref().map(|name| {
            names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        });
        meetings.push(Meeting { first, second, scores: Scores::spaced(&results.counts) });
    }
    if names.len() < 3 {
        return Vec::new();
    }
    let mut rated: Vec<(String, Rating)> =
        names.iter().map(ToString::to_string).zip(ratings(names.len(), &meetings)).collect();
    rated.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    rated
}
