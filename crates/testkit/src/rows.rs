//! A board of squares as letters, for the reference rules of games whose positions are written as rows. It shares no code
//! with [`core::squares`](breadboard_core::squares), so that a mistake there is found by comparison.

/// The rows of a position's text.
#[derive(Clone, Debug)]
pub struct TextRows {
    /// The letters, `.` for an empty square; the first row first.
    rows: Vec<Vec<char>>,
    /// The words after the rows.
    pub words: Vec<String>,
}

impl TextRows {
    /// Reads the text of a position: rows from the top with `/` between them and numbers for runs of empty squares, then
    /// other words.
    #[must_use]
    pub fn of(position: &str) -> TextRows {
        let mut words = position.split(' ').map(str::to_owned);
        let text = words.next().unwrap_or_default();
        let rows = text.rsplit('/').map(letters).collect();
        TextRows { rows, words: words.collect() }
    }

    /// How many files it has.
    #[must_use]
    pub fn columns(&self) -> i32 {
        self.rows[0].len() as i32
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> i32 {
        self.rows.len() as i32
    }

    /// The letter in a file and a row, both from 0; `None` beside the board.
    #[must_use]
    pub fn at(&self, file: i32, row: i32) -> Option<char> {
        let (file, row) = (usize::try_from(file).ok()?, usize::try_from(row).ok()?);
        self.rows.get(row)?.get(file).copied()
    }

    /// The file and the row of every square.
    pub fn all(&self) -> impl Iterator<Item = (i32, i32)> {
        let columns = self.columns();
        (0..self.rows()).flat_map(move |row| (0..columns).map(move |file| (file, row)))
    }

    /// How many squares have this letter.
    #[must_use]
    pub fn count(&self, letter: char) -> usize {
        self.rows.iter().flatten().filter(|&&here| here == letter).count()
    }

    /// The number of a square, row by row from a1.
    #[must_use]
    pub fn number(&self, file: i32, row: i32) -> u8 {
        (row * self.columns() + file) as u8
    }
}

/// The letters of one row.
fn letters(row: &str) -> Vec<char> {
    let mut squares = Vec::new();
    let mut run = 0;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run * 10 + digit;
            continue;
        }
        squares.extend((0..run).map(|_| '.'));
        run = 0;
        squares.push(letter);
    }
    squares.extend((0..run).map(|_| '.'));
    squares
}

#[cfg(test)]
mod tests {
    use super::TextRows;

    #[test]
    fn rows_are_read_from_the_top_with_their_empty_squares() {
        let board = TextRows::of("p2/10p/1P1 w swap");
        assert_eq!((board.at(1, 0), board.at(0, 2), board.at(2, 2)), (Some('P'), Some('p'), Some('.')));
        assert_eq!((board.at(10, 1), board.at(9, 1), board.at(0, 3)), (Some('p'), Some('.'), None));
        assert_eq!((board.columns(), board.rows(), board.count('p'), board.number(1, 2)), (3, 3, 2, 7));
        assert_eq!(board.words, ["w", "swap"]);
    }
}
