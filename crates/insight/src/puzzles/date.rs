//! Days as text and as numbers, for the puzzle of a day. A crate for calendars was the alternative: it is larger than the
//! rest of this one.

/// The date of a time, in milliseconds since 1970: `2026-11-17`.
#[must_use]
pub fn date_of(millis: i64) -> String {
    let days = millis.div_euclid(86_400_000);
    // Days since 1 March of the year 0, in eras of 400 years: leap days then stand at the end of a year.
    let from_march = days + 719_468;
    let era = from_march.div_euclid(146_097);
    let day = from_march.rem_euclid(146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let in_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The number of a day since 1970; none if the text is no date.
#[must_use]
pub fn day_number(date: &str) -> Option<i64> {
    let bytes = date.as_bytes();
    if bytes.len() != 10 || !date.is_ascii() {
        return None;
    }
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i64>().ok())?;
    let (year, month, day) = (number(&date[..4])?, number(&date[5..7])?, number(&date[8..])?);
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let in_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + in_year - 719_468;
    // A date that does not exist comes back as another one.
    (date_of(days * 86_400_000) == date).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_numbers_of_days_belong_together() {
        assert_eq!(date_of(0), "1970-01-01");
        assert_eq!(day_number("1970-01-01"), Some(0));
        assert_eq!(day_number("2000-03-01"), Some(11_017));
        for day in (-1_000..60_000).step_by(7) {
            assert_eq!(day_number(&date_of(day * 86_400_000 + 5)), Some(day));
        }
        for bad in [
            "",
            "2026-2-3",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026/01/02",
            "x026-01-02",
            "2026-01-1é",
        ] {
            assert_eq!(day_number(bad), None, "{bad}");
        }
    }
}
