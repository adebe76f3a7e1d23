//! `breadboard admin`.

use super::serve::{default_store, without_password};
use crate::Failure;
use crate::args::{AdminArgs, AdminCommand, StatusFilter};
use crate::output::Out;
use breadboard_server::Ban;
use breadboard_server::admin::{self, Admin, AdminError, Check, TableDetails, TableFilter, TableLine};
use breadboard_server::store::{Restored, Status};
use serde_json::{Value, json};

fn refused(error: AdminError) -> Failure {
    Failure::Refused(error.to_string())
}

pub(crate) fn run(args: &AdminArgs, out: &mut Out) -> Result<(), Failure> {
    let store = args.store.clone().unwrap_or_else(default_store);
    let done: std::io::Result<Result<(), Failure>> = breadboard_server::block_on(async {
        match &args.command {
            AdminCommand::Backup { file } => {
                admin::backup(&store, file).await.map_err(refused)?;
                let (from, to) = (without_password(&store), file.display());
                out.line(format_args!("{to} is a checked copy of {from}. It holds secrets: protect it."))?;
                Ok(())
            }
            AdminCommand::Restore { file } => {
                let restored = admin::restore(&store, file).await.map_err(refused)?;
                out.line(format_args!("{} is now a copy of {}.", without_password(&store), file.display()))?;
                tell_restored(&restored, out)
            }
            command => {
                let named = |error| Failure::Refused(format!("{}: {error}", without_password(&store)));
                let admin = Admin::open(&store).await.map_err(named)?;
                let done = at_store(&admin, command, out).await;
                admin.finish().await;
                done
            }
        }
    });
    done.map_err(Failure::Io)?
}

fn tell_restored(restored: &Restored, out: &mut Out) -> Result<(), Failure> {
    if let Some(old) = &restored.before {
        out.line(format_args!("What was there is now {}.", old.display()))?;
        out.line(if restored.kept_orders {
            "Bans and the secrets of sessions are those of the store that was there."
        } else {
            "The store that was there cannot be read: bans and the secrets of sessions are those of the copy. \
             If a secret was changed since, change it again: breadboard admin rotate-secret"
        })?;
    }
    for log in &restored.logs {
        let (log, whose) = (log.display(), if restored.before.is_some() { "its" } else { "a store's" });
        out.line(format_args!(
            "{log} is {whose} log: keep it beside the file that it belongs to, under its name."
        ))?;
    }
    Ok(())
}

async fn at_store(admin: &Admin, command: &AdminCommand, out: &mut Out) -> Result<(), Failure> {
    match command {
        AdminCommand::Tables { status, limit, json } => {
            return list(admin, which(*status), *limit, *json, out).await;
        }
        AdminCommand::Show { table, json } => {
            let table = admin.show(table).await.map_err(refused)?;
            if *json { out.line(details_json(&table))? } else { show(&table, out)? }
        }
        AdminCommand::Close { table } => {
            admin.close(table).await.map_err(refused)?;
            out.line("The game is ended without a result.")?;
        }
        AdminCommand::Delete { table } => {
            admin.delete(table).await.map_err(refused)?;
            out.line("The table is deleted.")?;
        }
        AdminCommand::Bans => {
            for ban in admin.bans().await.map_err(refused)? {
                out.line(ban_line(&ban))?;
            }
        }
        AdminCommand::Ban { target, days, reason, yes } => {
            let target = target.read().map_err(Failure::Usage)?;
            if target.is_wide() && !yes {
                let text = format!(
                    "{target} shuts out very many people, or this machine itself: add --yes if you mean it"
                );
                return Err(Failure::Usage(text));
            }
            let ban = admin.ban(target, *days, reason.clone()).await.map_err(refused)?;
            out.line(ban_line(&ban))?;
        }
        AdminCommand::Unban { target } => {
            let target = target.read().map_err(Failure::Usage)?;
            admin.unban(&target).await.map_err(refused)?;
            out.line(format_args!("{target} is no longer banned."))?;
        }
        AdminCommand::RotateSecret { overlap_days } => {
            admin.rotate_secret(*overlap_days).await.map_err(refused)?;
            out.line(match overlap_days {
                0 => "All sessions are ended. People get their seats back with their recovery codes."
                    .to_owned(),
                days => format!(
                    "A fresh secret signs sessions. Those of the older secrets stay valid for {days} days."
                ),
            })?;
        }
        AdminCommand::Check => return report(&admin.check().await.map_err(refused)?, out),
        // Done without an open store.
        AdminCommand::Backup { .. } | AdminCommand::Restore { .. } => {}
    }
    Ok(())
}

async fn list(
    admin: &Admin,
    which: TableFilter,
    limit: u32,
    json: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let mut tables = admin.list(which, limit.saturating_add(1)).await.map_err(refused)?;
    if tables.len() > limit as usize {
        tables.truncate(limit as usize);
        eprintln!("breadboard: only the latest {limit} tables; --limit N shows more");
    }
    if json {
        return Ok(out.line(Value::from(tables.iter().map(line_json).collect::<Vec<_>>()))?);
    }
    for table in &tables {
        out.line(table_line(table))?;
    }
    Ok(())
}

const fn which(status: Option<StatusFilter>) -> TableFilter {
    match status {
        None => TableFilter::All,
        Some(StatusFilter::Open) => TableFilter::Status(Status::Open),
        Some(StatusFilter::Playing) => TableFilter::Status(Status::Playing),
        Some(StatusFilter::Over) => TableFilter::Status(Status::Over),
        Some(StatusFilter::Damaged) => TableFilter::Damaged,
    }
}

fn report(check: &Check, out: &mut Out) -> Result<(), Failure> {
    for fault in &check.faults {
        out.line(format_args!("file: {fault}"))?;
    }
    for (table, reason) in &check.damaged {
        out.line(format_args!("table {table}: {reason}"))?;
    }
    let (faults, damaged) = (check.faults.len(), check.damaged.len());
    if faults + damaged == 0 {
        out.line(format_args!("{} tables, all of them well.", check.tables))?;
        return Ok(());
    }
    out.flush()?;
    let tables = check.tables;
    Err(Failure::Refused(format!("{damaged} of {tables} tables are damaged, {faults} faults of the file")))
}

/// A time as `2026-11-17 05:08`, in UTC.
fn time(millis: i64) -> String {
    let (days, minutes) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000) / 60_000);
    // Days since 1970 to a date of the Gregorian calendar, whose years are counted from March here, so that the leap
    // day is the last of its year.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * from_march + 2) / 5 + 1, (from_march + 2) % 12 + 1);
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

fn table_line(table: &TableLine) -> String {
    let TableLine { id, spec, status, entries, updated, .. } = table;
    format!("{id}  {status:<7}  {}  {entries:>5} entries  {spec}", time(*updated))
}

fn line_json(table: &TableLine) -> Value {
    json!({
        "id": table.id, "spec": table.spec, "status": table.status, "listed": table.listed,
        "entries": table.entries, "created": table.created, "updated": table.updated, "expires": table.expires,
    })
}

fn details_json(table: &TableDetails) -> Value {
    let seats = table
        .seats
        .iter()
        .map(|seat| json!({"seat": seat.seat, "holder": seat.holder, "session": seat.session}));
    let chat = table
        .chat
        .iter()
        .map(|(at, seat, name, text)| json!({"at": at, "seat": seat, "name": name, "text": text}));
    json!({
        "table": line_json(&table.line), "seats": seats.collect::<Vec<_>>(), "host": table.host,
        "chat": chat.collect::<Vec<_>>(), "position": table.position,
    })
}

fn show(table: &TableDetails, out: &mut Out) -> Result<(), Failure> {
    out.line(table_line(&table.line))?;
    out.line(format_args!("opened {} UTC", time(table.line.created)))?;
    if table.line.expires > 0 {
        out.line(format_args!("expires {} UTC", time(table.line.expires)))?;
    }
    if let Some(host) = &table.host {
        out.line(format_args!("opened by session {host}"))?;
    }
    for seat in &table.seats {
        let session = seat.session.as_ref().map(|hash| format!("  session {hash}")).unwrap_or_default();
        out.line(format_args!("seat {}: {}{session}", seat.seat, seat.holder))?;
    }
    out.line(format_args!("position {}", table.position))?;
    for (at, seat, name, text) in &table.chat {
        out.line(format_args!("{} seat {seat} {name}: {text}", time(*at as i64)))?;
    }
    Ok(())
}

fn ban_line(ban: &Ban) -> String {
    let until = if ban.until == 0 { "forever".to_owned() } else { format!("until {} UTC", time(ban.until)) };
    let reason = if ban.reason.is_empty() { String::new() } else { format!(": {}", ban.reason) };
    format!("{} is banned {until}, since {} UTC{reason}", ban.target, time(ban.since))
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_are_dates() {
        for (millis, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_399_000, "2000-02-28 23:59"),
            (951_782_400_000, "2000-02-29 00:00"),
            (1_794_892_080_000, "2026-11-17 05:08"),
            (4_107_542_400_000, "2100-03-01 00:00"),
        ] {
            assert_eq!(super::time(millis), text);
        }
    }
}
