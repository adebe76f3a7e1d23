//! The table as text, never wider than 40 columns: a bot is its owner's number and two letters, so colour is not
//! needed to read it.

use super::check::phase;
use super::map::Tile;
use super::moves::{Act, Move};
use super::pieces::Factory;
use super::state::{Stage, State};
use super::{Breadwinner, chance, narrate, texts};
use breadboard_core::{Canvas, Drawing, Event, Outcome, Seat, Show, Spot, Template, Text};

const SEATS: [&str; 2] = ["1;36", "1;33"];
const CROP: &str = "32";
const POISON: &str = "35";
const DIM: &str = "2";

/// Columns inside a Land.
const CELL: usize = 16;
/// Columns inside a Delivery.
const DELIVERY: usize = 15;

/// Words with colours; its length counts the visible characters.
#[derive(Default)]
struct Line(Vec<(String, Option<&'static str>)>);

impl Line {
    fn add(mut self, text: impl Into<String>, color: Option<&'static str>) -> Line {
        self.0.push((text.into(), color));
        self
    }

    fn render(&self, canvas: Canvas, width: usize) -> String {
        let seen: usize = self.0.iter().map(|(text, _)| text.chars().count()).sum();
        let painted: String =
            self.0.iter().map(|(text, color)| canvas.paint(color.unwrap_or_default(), text)).collect();
        painted + &" ".repeat(width.saturating_sub(seen))
    }
}

impl Show for Breadwinner {
    fn draw(&self, state: &State, canvas: Canvas) -> Drawing {
        Drawing { text: text(self, state, canvas), spots: spots(self, state, canvas) }
    }

    fn narrate(&self, before: &State, event: &Event<Self>) -> Vec<Text> {
        narrate::narrate(self, before, event)
    }

    fn ending(&self, state: &State) -> Option<&'static Template> {
        let won = state.loaves.iter().any(|&loaves| loaves >= self.options.loaves_to_win);
        let cause = if won { &texts::END_LOAVES } else { &texts::END_CAP };
        (state.stage == Stage::Over).then_some(cause)
    }

    fn duty(&self, _: &State, _: Seat, mv: Move) -> Option<(&'static Template, u32)> {
        match mv {
            // No two loads are alike.
            Move::Use { bot, act: Some(Act::Unload), .. } => Some((&texts::DUTY_UNLOAD, bot.load.into())),
            _ => None,
        }
    }
}

fn text(game: &Breadwinner, state: &State, canvas: Canvas) -> String {
    let (near, far) = if canvas.flip { (Seat::SECOND, Seat::FIRST) } else { (Seat::FIRST, Seat::SECOND) };
    let mut out = headline(game, state, canvas);
    out.push_str(&seat_lines(state, far, canvas, false));
    out.push_str(&map(state, near, canvas));
    out.push_str(&seat_lines(state, near, canvas, true));
    out.push_str(&format!(
        "\ncentre {}, crop pile {}\ndiscard {}\n",
        count(state.centre(), "loaf", "loaves"),
        state.chips.pile_len(),
        if state.chips.discard.is_empty() { "empty".to_owned() } else { state.chips.discard.to_string() }
    ));
    out
}

/// Where tiles and factories stand in the drawing.
fn spots(game: &Breadwinner, state: &State, canvas: Canvas) -> Vec<Spot> {
    let (near, far) = if canvas.flip { (Seat::SECOND, Seat::FIRST) } else { (Seat::FIRST, Seat::SECOND) };
    let top = headline(game, state, canvas).lines().count();
    let mut spots = Vec::new();
    let factory = |seat: Seat, at: Factory, place: usize, line: usize| {
        Spot::new(format!("{seat}f{at}"), line, 2 + 8 * place, 5)
    };
    for (place, at) in Factory::ALL.into_iter().enumerate() {
        spots.push(factory(far, at, 3 - place, top + 1));
        spots.push(factory(near, at, place, top + 18));
    }
    let [first, left, right, low_left, low_right, last] = tiles(near);
    let delivery = |tile: Tile, line: usize| Spot { height: 2, ..Spot::new(tile, line, 10, DELIVERY) };
    let land =
        |tile: Tile, line: usize, column: usize| Spot { height: 3, ..Spot::new(tile, line, column, CELL) };
    spots.extend([delivery(first, top + 3), delivery(last, top + 15)]);
    spots.extend([land(left, top + 6, 1), land(right, top + 6, 2 + CELL)]);
    spots.extend([land(low_left, top + 10, 1), land(low_right, top + 10, 2 + CELL)]);
    spots
}

/// The tiles in the order they are drawn, as the near seat sees them.
fn tiles(near: Seat) -> [Tile; 6] {
    if near == Seat::FIRST {
        [Tile::D2, Tile::C, Tile::D, Tile::A, Tile::B, Tile::D1]
    } else {
        [Tile::D1, Tile::B, Tile::A, Tile::D, Tile::C, Tile::D2]
    }
}

fn headline(game: &Breadwinner, state: &State, canvas: Canvas) -> String {
    let mut out = format!("round {} of {}", state.round, game.options.round_cap);
    match state.stage {
        Stage::Starter => out.push_str(", who starts is drawn"),
        Stage::Over => match game.outcome(state) {
            Outcome::Win(seat) => out.push_str(&format!(", seat {seat} has won")),
            _ => out.push_str(", a draw"),
        },
        _ => out.push_str(&format!(", seat {} to move", state.mover)),
    }
    out.push('\n');
    let strip = [Stage::Map, Stage::Factories, Stage::Build, Stage::Recall].map(|stage| {
        let now = phase(stage) == phase(state.stage);
        if now { format!("[{}]", phase(stage).to_uppercase()) } else { format!(" {} ", phase(stage)) }
    });
    out.push_str(strip.join(" ").trim_end());
    out.push('\n');
    if let Some(reveal) = state.reveal {
        out.push_str(&format!("the crop on {} is turned up\n", reveal.tile));
    }
    match state.stage {
        Stage::Roll => {
            let dice = count(state.dice[state.mover.index()], "die", "dice");
            out.push_str(&format!("seat {} rolls {dice}\n", state.mover));
        }
        Stage::Build => {
            let mut dice = Line::default().add("rolled", None);
            for (face, &count) in (1..).zip(&state.rolled) {
                let name = super::Kind::of_face(face).map_or("R&D", |kind| kind.short());
                let color = (face == chance::RESEARCH).then_some(DIM);
                for _ in 0..count {
                    dice = dice.add(" ", None).add(name, color);
                }
            }
            out.push_str(&dice.render(canvas, 0));
            out.push('\n');
            if state.free > 0 {
                out.push_str(&format!("R&D gives {} more\n", state.free));
            }
        }
        _ => {}
    }
    out.push('\n');
    out
}

/// A number with its noun.
fn count(number: impl Into<u32>, one: &str, more: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { more })
}

fn seat_lines(state: &State, seat: Seat, canvas: Canvas, below: bool) -> String {
    let paint = Some(SEATS[seat.index()]);
    let loaves = count(state.loaves[seat.index()], "loaf", "loaves");
    let dice = count(state.dice[seat.index()], "die", "dice");
    let title = Line::default()
        .add(format!("seat {seat}"), paint)
        .add(format!(": {loaves}, {dice} in the pile"), None);
    let mut row = Line::default().add("  ", None);
    // Factories count from their owner's left: the far seat's stand turned round.
    let order: Vec<Factory> =
        if below { Factory::ALL.to_vec() } else { Factory::ALL.into_iter().rev().collect() };
    for at in order {
        let bot = state.factories[seat.index()][at.index()];
        row = row
            .add(format!("f{at} "), Some(DIM))
            .add(bot.map_or("--", |kind| kind.short()), bot.and(paint))
            .add("   ", None);
    }
    let lines = [title, row].map(|line| line.render(canvas, 0).trim_end().to_owned());
    let [title, row] = &lines;
    if below { format!("{row}\n{title}\n") } else { format!("{title}\n{row}\n") }
}

fn map(state: &State, near: Seat, canvas: Canvas) -> String {
    let bar = |n: usize| "─".repeat(n);
    let margin = " ".repeat(9);
    let [top, left, right, low_left, low_right, bottom] = tiles(near);
    let mut out = format!("{margin}┌{}┐\n", bar(DELIVERY));
    for line in delivery(state, top) {
        out.push_str(&format!("{margin}│{}│\n", line.render(canvas, DELIVERY)));
    }
    // The sides of the Deliveries meet the long lines nine columns from either end.
    let seam = |left: &str, side: &str, middle: &str, right: &str| {
        let (outer, inner) = (bar(8), bar(7));
        format!("{left}{outer}{side}{inner}{middle}{inner}{side}{outer}{right}\n")
    };
    out.push_str(&seam("┌", "┴", "┬", "┐"));
    for (row, [one, two]) in [[left, right], [low_left, low_right]].into_iter().enumerate() {
        if row == 1 {
            out.push_str(&format!("├{}┼{}┤\n", bar(CELL), bar(CELL)));
        }
        for (a, b) in land(state, one).into_iter().zip(land(state, two)) {
            let [a, b] = [a, b].map(|line| line.render(canvas, CELL));
            out.push_str(&format!("│{a}│{b}│\n"));
        }
    }
    out.push_str(&seam("└", "┬", "┴", "┘"));
    for line in delivery(state, bottom) {
        out.push_str(&format!("{margin}│{}│\n", line.render(canvas, DELIVERY)));
    }
    out.push_str(&format!("{margin}└{}┘\n", bar(DELIVERY)));
    out
}

fn bots(state: &State, tile: Tile) -> Line {
    let mut line = Line::default();
    for piece in state.on(tile) {
        let owner = usize::from(piece.is_of(Seat::SECOND));
        line = line.add(" ", None).add(piece.to_string(), Some(SEATS[owner]));
    }
    line
}

fn delivery(state: &State, tile: Tile) -> [Line; 2] {
    [Line::default().add(format!(" {tile}"), Some(DIM)), bots(state, tile)]
}

fn land(state: &State, tile: Tile) -> [Line; 3] {
    let mut name = Line::default().add(format!(" {tile}"), Some(DIM));
    if state.poison.contains(tile) {
        name = name.add("  ", None).add("poison", Some(POISON));
    }
    let crop = tile.land().map(|land| state.chips.land[land]).unwrap_or_default();
    let crop = match crop.single() {
        _ if crop.is_empty() => Line::default(),
        Some(value) => Line::default().add(format!(" crop {value}"), Some(CROP)),
        None if crop == state.chips.pile => Line::default().add(" crop ?", Some(CROP)),
        None => {
            let values = crop.to_string().replace(',', "/");
            Line::default().add(format!(" crop {values}?"), Some(CROP))
        }
    };
    [name, crop, bots(state, tile)]
}
