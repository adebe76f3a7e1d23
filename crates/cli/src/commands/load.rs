//! `breadboard load`.

use crate::Failure;
use crate::args::LoadArgs;
use crate::output::Out;
use breadboard_lab::Load;
use std::time::Duration;

pub(crate) fn run(args: &LoadArgs, out: &mut Out) -> Result<(), Failure> {
    let host = args.url.strip_prefix("http://").unwrap_or_default();
    let host = host.split(['/', ':']).next().unwrap_or_default();
    if !args.anywhere && !["127.0.0.1", "localhost"].contains(&host) {
        return Err(Failure::Usage(
            "load is for a server on this machine; add --anywhere if another one is yours".to_owned(),
        ));
    }
    let load = Load {
        url: args.url.clone(),
        spec: args.spec.to_string(),
        matches: args.matches,
        rate: args.rate,
        time: Duration::from_secs_f64(args.seconds),
        seed: args.seed,
    };
    let ran = breadboard_server::block_on(load.run()).map_err(Failure::Io)?;
    let report = ran.map_err(|error| Failure::Refused(error.to_string()))?;
    if args.json {
        out.line(report.json())?;
    } else {
        out.line(&report)?;
    }
    if report.failed > 0 {
        Err(Failure::Refused(format!("{} matches broke off", report.failed)))
    } else {
        Ok(())
    }
}
