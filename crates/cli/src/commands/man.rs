//! `breadboard man`: manual pages, generated from the declarations of the help.

use crate::Failure;
use crate::args::Cli;
use crate::output::Out;
use clap::CommandFactory as _;
use std::path::Path;

pub(crate) fn run(command: Option<&str>, dir: Option<&Path>, out: &mut Out) -> Result<(), Failure> {
    let mut cli = Cli::command();
    cli.build();
    if let Some(dir) = dir {
        std::fs::create_dir_all(dir)?;
        return Ok(clap_mangen::generate_to(cli, dir)?);
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
