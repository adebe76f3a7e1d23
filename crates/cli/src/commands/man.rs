//! `breadboard man`: manual pages, generated from the declarations of the help.

use crate::Failure;
use crate::args::Cli;
use crate::output::Out;
use clap::CommandFactory as _;
use std::path::Path;

pub(crate) fn run(command: Option<&str>, dir: Option<&Path>, out: &mut Out) -> Result<(), Failure> {
    // `breadboard help play` is `breadboard play --help`: it needs no page of its own.
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    if let Some(dir) = dir {
        let refused = |error: std::io::Error| Failure::Refused(format!("{}: {error}", dir.display()));
        std::fs::create_dir_all(dir).map_err(refused)?;
        return clap_mangen::generate_to(cli, dir).map_err(refused);
    }
    let page = match command {
        None => cli,
        Some(name) => {
            let known = cli.find_subcommand(name).cloned();
            known.ok_or_else(|| Failure::Usage(format!("there is no command \"{name}\"")))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    Ok(out.bytes(&text)?)
}
