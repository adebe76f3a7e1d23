//! The table as text, at scale 1 never wider than 40 columns: a bot is its owner's number and two letters, so colour is
//! not needed to read it.

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

/// The inside of Land and Delivery.
#[derive(Clone, Copy)]
struct Size {
    /// Columns inside a Land; a Delivery has one less.
    land: usize,
    /// Lines inside a Land.
    land_lines: usize,
    /// Lines inside a Delivery.
    delivery_lines: usize,
}

impl Size {
    fn of(canvas: Canvas) -> Size {
        let (land, land_lines, delivery_lines) = match canvas.scale {
            0 | 1 => (16, 3, 2),
            2 => (24, 4, 2),
            3 => (32, 6, 4),
            4 => (32, 9, 6),
            _ => (40, 12, 8),
        };
        Size { land, land_lines, delivery_lines }
    }

    const fn delivery(self) -> usize {
        self.land - 1
    }

    /// Columns left of a Delivery's border.
    const fn margin(self) -> usize {
        self.land / 2 + 1
    }
}

/// Words with colours; its length counts the visible characters.
#[derive(Default)]
struct TextLine(Vec<(String, Option<&'static str>)>);

impl TextLine {
    fn add(mut self, text: impl Into<String>, color: Option<&'static str>) -> TextLine {
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
    let titled = canvas.scale > 0;
    if titled {
        out.push_str(&seat_title(state, far, canvas));
    }
    out.push_str(&factories(state, far, canvas, false));
    out.push_str(&map(state, near, canvas));
    out.push_str(&factories(state, near, canvas, true));
    if titled {
        out.push_str(&seat_title(state, near, canvas));
    }
    out.push_str(&format!(
        "\ncentre {}, crop pile {}\ndiscard {}\n",
        count(state.centre(), "loaf", "loaves"),
        state.chips.pile_len(),
        if state.chips.discard.is_empty() { "empty".to_owned() } else { state.chips.discard.to_string() }
    ));
    if !titled {
        for seat in [near, far] {
            out.push_str(&seat_title(state, seat, canvas));
        }
    }
    out
}

/// Where tiles and factories stand in the drawing.
fn spots(game: &Breadwinner, state: &State, canvas: Canvas) -> Vec<Spot> {
    let (near, far) = if canvas.flip { (Seat::SECOND, Seat::FIRST) } else { (Seat::FIRST, Seat::SECOND) };
    let size = Size::of(canvas);
    let mut line = headline(game, state, canvas).lines().count() + usize::from(canvas.scale > 0);
    let mut spots = Vec::new();
    let factory = |seat: Seat, at: Factory, place: usize, line: usize| {
        Spot::new(format!("{seat}f{at}"), line, 2 + size.land / 2 * place, 5)
    };
    for (place, at) in Factory::ALL.into_iter().enumerate() {
        spots.push(factory(far, at, 3 - place, line));
    }
    // The factories and the border below them.
    line += 2;
    let [first, left, right, low_left, low_right, last] = tiles(near);
    let delivery = |tile: Tile, line: usize| Spot {
        height: size.delivery_lines,
        ..Spot::new(tile, line, size.margin() + 1, size.delivery())
    };
    let land = |tile: Tile, line: usize, column: usize| Spot {
        height: size.land_lines,
        ..Spot::new(tile, line, column, size.land)
    };
    spots.push(delivery(first, line));
    line += size.delivery_lines + 1;
    for [one, two] in [[left, right], [low_left, low_right]] {
        spots.extend([land(one, line, 1), land(two, line, 2 + size.land)]);
        line += size.land_lines + 1;
    }
    spots.push(delivery(last, line));
    line += size.delivery_lines + 1;
    for (place, at) in Factory::ALL.into_iter().enumerate() {
        spots.push(factory(near, at, place, line));
    }
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
        _ if !canvas.verdict => {}
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
            let who =
                if canvas.verdict { format!("seat {} rolls", state.mover) } else { "to roll:".to_owned() };
            out.push_str(&format!("{who} {dice}\n"));
        }
        Stage::Build => {
            let mut dice = TextLine::default().add("rolled", None);
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

fn seat_title(state: &State, seat: Seat, canvas: Canvas) -> String {
    let loaves = count(state.loaves[seat.index()], "loaf", "loaves");
    let dice = count(state.dice[seat.index()], "die", "dice");
    let title = TextLine::default()
        .add(format!("seat {seat}"), Some(SEATS[seat.index()]))
        .add(format!(": {loaves}, {dice} in the pile"), None);
    title.render(canvas, 0) + "\n"
}

fn factories(state: &State, seat: Seat, canvas: Canvas, below: bool) -> String {
    let paint = Some(SEATS[seat.index()]);
    let mut row = TextLine::default().add("  ", None);
    // Factories count from their owner's left: the far seat's stand turned round.
    let order: Vec<Factory> =
        if below { Factory::ALL.to_vec() } else { Factory::ALL.into_iter().rev().collect() };
    let gap = " ".repeat(Size::of(canvas).land / 2 - 5);
    for at in order {
        let bot = state.factories[seat.index()][at.index()];
        row = row
            .add(format!("f{at} "), Some(DIM))
            .add(bot.map_or("--", |kind| kind.short()), bot.and(paint))
            .add(&*gap, None);
    }
    row.render(canvas, 0).trim_end().to_owned() + "\n"
}

fn map(state: &State, near: Seat, canvas: Canvas) -> String {
    let size = Size::of(canvas);
    let bar = |n: usize| "─".repeat(n);
    let margin = " ".repeat(size.margin());
    let [top, left, right, low_left, low_right, bottom] = tiles(near);
    let mut out = format!("{margin}┌{}┐\n", bar(size.delivery()));
    let delivered = |out: &mut String, tile: Tile| {
        for line in spread(delivery(state, tile, size), size.delivery_lines) {
            out.push_str(&format!("{margin}│{}│\n", line.render(canvas, size.delivery())));
        }
    };
    delivered(&mut out, top);
    // The sides of the Deliveries meet the long lines in the middle of the Lands.
    let seam = |left: &str, side: &str, middle: &str, right: &str| {
        let (outer, inner) = (bar(size.land / 2), bar(size.land / 2 - 1));
        format!("{left}{outer}{side}{inner}{middle}{inner}{side}{outer}{right}\n")
    };
    out.push_str(&seam("┌", "┴", "┬", "┐"));
    for (row, [one, two]) in [[left, right], [low_left, low_right]].into_iter().enumerate() {
        if row == 1 {
            out.push_str(&format!("├{}┼{}┤\n", bar(size.land), bar(size.land)));
        }
        let lines = |tile| spread(land(state, tile, size), size.land_lines);
        for (a, b) in lines(one).into_iter().zip(lines(two)) {
            let [a, b] = [a, b].map(|line| line.render(canvas, size.land));
            out.push_str(&format!("│{a}│{b}│\n"));
        }
    }
    out.push_str(&seam("└", "┬", "┴", "┘"));
    delivered(&mut out, bottom);
    out.push_str(&format!("{margin}└{}┘\n", bar(size.delivery())));
    out
}

/// The lines of a tile with blank lines between them where there is room.
fn spread<const N: usize>(lines: [TextLine; N], height: usize) -> Vec<TextLine> {
    let mut spread: Vec<TextLine> = Vec::with_capacity(height);
    for line in lines {
        spread.push(line);
        spread.extend((1..height / N).map(|_| TextLine::default()));
    }
    spread.resize_with(height, TextLine::default);
    spread
}

/// The bots of a tile: their notation, or their names where there is room for two of them.
fn bots(state: &State, tile: Tile, size: Size) -> TextLine {
    let mut line = TextLine::default();
    for piece in state.on(tile) {
        let owner = usize::from(piece.is_of(Seat::SECOND));
        let name = match piece.bot() {
            Some(bot) if size.land >= 32 => {
                let load = if bot.load > 0 { format!(" {}", bot.load) } else { String::new() };
                format!("{} {}{load} ", owner + 1, bot.kind)
            }
            _ => piece.to_string(),
        };
        line = line.add(" ", None).add(name, Some(SEATS[owner]));
    }
    line
}

fn delivery(state: &State, tile: Tile, size: Size) -> [TextLine; 2] {
    [TextLine::default().add(format!(" {tile}"), Some(DIM)), bots(state, tile, size)]
}

fn land(state: &State, tile: Tile, size: Size) -> [TextLine; 3] {
    let mut name = TextLine::default().add(format!(" {tile}"), Some(DIM));
    if state.poison.contains(tile) {
        name = name.add("  ", None).add("poison", Some(POISON));
    }
    let crop = tile.land().map(|land| state.chips.land[land]).unwrap_or_default();
    let crop = match crop.single() {
        _ if crop.is_empty() => TextLine::default(),
        Some(value) => TextLine::default().add(format!(" crop {value}"), Some(CROP)),
        None if crop == state.chips.pile => TextLine::default().add(" crop ?", Some(CROP)),
        None => {
            let values = crop.to_string().replace(',', "/");
            TextLine::default().add(format!(" crop {values}?"), Some(CROP))
        }
    };
    [name, crop, bots(state, tile, size)]
}
