//! The terminal's words in English.

use super::Words;

pub(super) static WORDS: Words = Words {
    seat: "seat {seat}",
    seat_named: "seat {seat} ({name})",
    player: "Player {seat}",
    guest: "Guest",
    free_seat: "(free)",
    left_resigned: "resigned",
    left_flagged: "flagged",
    left_left: "left",
    says: "{name} says: {text}",
    thinks: "{name} thinks",

    not_your_turn: "it is not your turn",
    game_over: "the game is over",
    to_act: "to act: {name}",
    to_act_clock: "to act: {name}, {clock} left",
    to_move: "{name} to move",
    hand_over: "hand over to {name}; they press Enter",
    hand_over_screen: "hand the keyboard to {name}, who presses Enter",
    chosen_secret: "chosen; hidden until all have chosen",
    chosen_waiting: "chosen: {move}; u takes it back; waiting for {names}",
    round_chosen: "chosen: {chosen}  waiting: {waiting}",
    waiting_for_people: "waiting for players to sit down",
    no_move: "no move",
    one_move: "1 move",
    many_moves: "{count} moves",
    heading_moves: "moves {all}",
    heading_filtered: "moves {shown} of {all}",
    left: "left: {left}",

    sending: "sending …",
    refused: "refused: {reason}",
    only_watching: "you are only watching",
    taken_back: "taken back",
    no_one_to_ask: "only players at a server's table can be asked",
    no_one_to_talk_to: "chat works only at a server's table",
    talk_needs_seat: "only players at the table can chat there",
    nothing_to_answer: "there is no offer to answer",
    answer_offer: "{offer}: answer yes or no",
    question: "{offer}. Y agrees, N declines",
    question_own: "{offer}; N withdraws it",
    offers_draw: "{name} offers a draw",
    asks_take_back: "{name} asks to take back",
    wants_rematch: "{name} wants a rematch",
    no_rematch: "no rematch",
    rematch_wanted: "{result}. {offer}: Y agrees",
    rematch_waiting: "{result}. A rematch is offered; waiting for the answer",
    rematch_starts: "the rematch begins",
    on_to_rematch: "going to the rematch",
    no_rematch_yet: "there is no rematch yet",
    new_game_by_play: "start a new game with: breadboard play",
    ask_after_end: "rematch, say TEXT, or quit",
    seats_at_start: "the seats of a game at this keyboard are set when it starts",
    no_seat_free: "no seat is free: you are watching",
    no_free_seat: "no seat is free",
    seat_not_free: "seat {seat} is not free",
    no_such_seat: "there is no seat {seat}",
    resign_twice: "press R again to resign",
    quit_twice: "press q again to quit: this game is not saved",

    hint: "hint: {hint}",
    hint_searching: "searching for a hint; press h again to stop",
    hint_stopped: "hint stopped",
    hint_against_people: "no hints against people at other keyboards",
    hint_then: "{hint}, then {line}",
    hint_nodes: "{hint} ({nodes} nodes searched)",
    points: "{points} points",
    wins_in: "wins in {plies} plies",
    loses_in: "loses in {plies} plies",
    wins_share: "wins {percent} of 100",
    bot_failed: "the bot failed: please report this bug",

    game: "game: {spec}",
    record: "record: {path}",
    kept_game: "the game is kept: breadboard play --resume {path}",
    record_unchanged: "a record cannot be changed while watching it",
    cannot_write: "the game cannot be saved: {reason}",
    already_there: "{path} already exists: continue it with --resume {record}, or choose another file",
    person: "player {number}: {reason}",
    looking_back: "looking back: {step} of {steps}; End returns",
    step_of: "{step} of {steps}  {text}",
    scores: "scores: {scores}",
    result: "result: {result}",
    abandoned: "abandoned",
    unfinished: "unfinished",

    table: "table: {link}",
    moved_seat: "to move seat {seat} to another device: {code}",
    kept_seat: "your seat is kept: breadboard join {link}",
    not_reached: "the server cannot be reached now",
    reconnecting: "connecting again: {reason}",
    connected: "connected",
    table_gone: "the table is gone: {reason}",
    table_closed: "the connection to the table is closed",
    answered_with: "the server answered with status {status}",
    other_version: "the server uses another version of the protocol: {reason}",
    bad_update: "an update cannot be read: {reason}",
    go_to: "{server}: the server redirects to {link}",
    trust_advice: "{reason} (trust its certificate with --trust FILE)",
    not_breadboard: "{server}: not a Breadboard server (status {status}, no JSON)",
    nothing_listens: "nothing listens there (connection refused)",
    no_connection: "no connection: {reason}",
    bad_certificate: "its certificate is not accepted: {reason}",
    not_tls: "it does not speak TLS; it may be reached by http:// only",
    timed_out: "no answer in time",
    no_clock: "this table has no clock",

    too_small: "the window is too small",
    chosen_of: "{status}: {move} ({number} of {count})",
    say_prompt: "say: {text}",
    log: "log",
    more: "more",
    score: "score {score}",
    page_title: "Keys, and the rules of {game}",
    page_place: "{line} of {lines}  ↑ ↓ PgUp PgDn scroll, Esc back",
    help_narrow: "? help  q quit",
    help_watch: "← → look  f flip  ? help  q quit",
    help_over_server: "M rematch  C chat  ← → look back  ? help  q quit",
    help_over: "← → look back  f flip  ? help  q quit",
    help_short_server: "↑↓ Enter  u undo  C chat  ? help  q quit",
    help_short: "↑↓ Enter  u undo  h hint  ? help  q quit",
    help_server: "↑↓ Enter choose  u undo  C chat  D draw  R resign  ? help  q quit",
    help_local: "↑↓ Enter choose  Tab complete  u undo  h hint  f flip  ? help  q quit",

    commands_local: "\
Type a move in the game's notation, or one of these commands:
  moves [TEXT]  list the legal moves, or those that contain TEXT
  #N            play move N of that list
  undo          take back your last action
  hint          what the strongest bot would play, and why
  board         draw the board again
  left          what is left to draw, place or win
  flip          look from the other side
  rules         the rules of the game
  name NAME     change your name
  resign        resign
  quit          stop; with --record the game is kept",
    commands_remote: "\
Type a move in the game's notation, or one of these commands:
  moves [TEXT]  list the legal moves, or those that contain TEXT
  #N            play move N of that list
  undo          take back your last action, or ask the others for it
  hint          what the strongest bot would play; not against people
  board, left, clock, flip, rules
  say TEXT      write to the others
  draw          offer a draw
  yes, no       answer an offer; no also withdraws your own
  name NAME     change your name
  bot [LEVEL]   put a bot on a free seat
  resign        resign
  rematch       after the end: play again
  quit          leave; your seat is kept",
    seat_count: "this game has {seats} seats, not {given}",

    keys: [
        ("↑ ↓, Enter", "choose a move of the list and play it"),
        ("a2-a3 …", "type a move in the game's notation; the list follows"),
        ("Tab", "complete what is typed; if nothing is typed, show the next pane"),
        ("Esc", "clear what is typed or clicked; back to the game"),
        ("click", "on a move, twice; or on the board, place by place"),
        ("u", "undo (also past a bot's answer)"),
        ("h", "hint: what the strongest bot would play, and why; h again stops it"),
        ("f", "flip the board"),
        ("← →, Home, End", "look back through the game, and return"),
        ("PgUp PgDn", "scroll the log"),
        ("[ ] { }", "scroll the board if it is larger than its pane"),
        ("R", "resign (press twice)"),
        ("C", "at a server's table: write to the others; Enter sends it"),
        ("D, T, Y, N", "there: offer a draw, ask to take back, agree, decline or withdraw"),
        ("B, M", "there: put a bot on a free seat; ask for a rematch or go to it"),
        ("?", "this page, then the rules"),
        ("q, Ctrl-C", "quit; a game with --record is kept"),
    ],
};
