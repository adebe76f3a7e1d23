//! `breadboard bench`.

use crate::Failure;
use crate::args::{BenchArgs, KernelArg};
use crate::output::Out;
use breadboard_core::{Cpu, Spec};
use breadboard_games::GAMES;
use breadboard_lab::{Bench, Kernel, Limit, NodeCount};
use std::time::Duration;

pub(crate) fn run(args: &BenchArgs, out: &mut Out) -> Result<(), Failure> {
    if args.portable {
        Cpu::force_portable();
    }
    let kernels = match args.only {
        None => Kernel::ALL.to_vec(),
        Some(KernelArg::Playout) => vec![Kernel::Playout],
        Some(KernelArg::List) => vec![Kernel::List],
        Some(KernelArg::Perft) => vec![Kernel::Perft],
    };
    let limit = args.count.map_or(Limit::Time(Duration::from_secs_f64(args.seconds)), Limit::Count);
    let bench = Bench { limit, kernels, seed: args.seed };
    let specs: Vec<Spec> = match &args.spec {
        Some(spec) => vec![spec.clone()],
        None => {
            GAMES.iter().map(|game| Spec { game: game.info.id.to_owned(), settings: Vec::new() }).collect()
        }
    };
    for spec in specs {
        if args.nodes {
            let report = NodeCount::default().on(&spec)?;
            out.line(if args.json { report.json().to_string() } else { report.to_string() })?;
            continue;
        }
        let report = bench.on(&spec)?;
        if args.json {
            out.line(report.json())?;
        } else {
            out.line(report.to_string().trim_end())?;
        }
        out.flush()?;
    }
    Ok(())
}
