//! The terminal's words in German. Keys and commands are the same as in English.

use super::Words;

pub(super) static WORDS: Words = Words {
    seat: "Platz {seat}",
    seat_named: "Platz {seat} ({name})",
    player: "Spieler {seat}",
    guest: "Gast",
    free_seat: "(frei)",
    left_resigned: "aufgegeben",
    left_flagged: "Zeit abgelaufen",
    left_left: "gegangen",
    says: "{name} sagt: {text}",
    thinks: "{name} denkt nach",

    not_your_turn: "du bist nicht am Zug",
    game_over: "das Spiel ist aus",
    to_act: "am Zug: {name}",
    to_act_clock: "am Zug: {name}, noch {clock}",
    to_move: "{name} ist am Zug",
    hand_over: "gib die Tastatur an {name}; dort wird Enter gedrückt",
    hand_over_screen: "gib die Tastatur an {name}; dort wird Enter gedrückt",
    chosen_secret: "gewählt; niemand sieht es, bis alle gewählt haben",
    chosen_waiting: "gewählt: {move}; u nimmt es zurück; warten auf {names}",
    round_chosen: "gewählt: {chosen}  fehlt noch: {waiting}",
    waiting_for_people: "warten auf Mitspieler",
    no_move: "kein Zug",
    one_move: "1 Zug",
    many_moves: "{count} Züge",
    heading_moves: "Züge {all}",
    heading_filtered: "Züge {shown} von {all}",
    left: "übrig: {left}",

    sending: "wird gesendet …",
    refused: "abgelehnt: {reason}",
    only_watching: "du schaust nur zu",
    taken_back: "zurückgenommen",
    no_one_to_ask: "nur am Tisch eines Servers kann man andere fragen",
    no_one_to_talk_to: "den Chat gibt es nur am Tisch eines Servers",
    talk_needs_seat: "im Chat schreibt nur, wer am Tisch sitzt",
    nothing_to_answer: "es gibt kein Angebot zu beantworten",
    answer_offer: "{offer}: antworte mit yes oder no",
    question: "{offer}. Y stimmt zu, N lehnt ab",
    question_own: "{offer}; N zieht es zurück",
    offers_draw: "{name} bietet Remis an",
    asks_take_back: "{name} bittet um Rücknahme",
    wants_rematch: "{name} möchte eine Revanche",
    no_rematch: "keine Revanche",
    rematch_wanted: "{result}. {offer}: Y stimmt zu",
    rematch_waiting: "{result}. Eine Revanche ist angeboten; warten auf die Antwort",
    rematch_starts: "die Revanche beginnt",
    on_to_rematch: "weiter zur Revanche",
    no_rematch_yet: "es gibt noch keine Revanche",
    new_game_by_play: "ein neues Spiel beginnt mit: breadboard play",
    ask_after_end: "rematch, say TEXT oder quit",
    seats_at_start: "die Plätze eines Spiels an dieser Tastatur werden am Anfang festgelegt",
    no_seat_free: "kein Platz ist frei: du schaust zu",
    no_free_seat: "kein Platz ist frei",
    seat_not_free: "Platz {seat} ist nicht frei",
    no_such_seat: "es gibt keinen Platz {seat}",
    resign_twice: "noch einmal R, um aufzugeben",
    quit_twice: "noch einmal q zum Beenden: dieses Spiel ist nicht gespeichert",

    hint: "Tipp: {hint}",
    hint_searching: "ein Tipp wird gesucht; noch einmal h hält an",
    hint_stopped: "Tipp angehalten",
    hint_against_people: "keine Tipps gegen Menschen an anderen Tastaturen",
    hint_then: "{hint}; danach erwartet: {line}",
    bot_failed: "der Bot ist ausgefallen: bitte melde diesen Fehler",

    game: "Spiel: {spec}",
    record: "Aufzeichnung: {path}",
    kept_game: "das Spiel ist aufgehoben: breadboard play --resume {path}",
    record_unchanged: "beim Zuschauen wird eine Aufzeichnung nicht geändert",
    cannot_write: "das Spiel lässt sich nicht speichern: {reason}",
    already_there: "{path} gibt es schon: setze es mit --resume {record} fort oder wähle eine andere Datei",
    person: "Spieler {number}: {reason}",
    looking_back: "Rückblick: {step} von {steps}; Esc kehrt zurück",
    step_of: "{step} von {steps}  {text}",
    scores: "Punkte: {scores}",
    result: "Ergebnis: {result}",
    abandoned: "abgebrochen",
    unfinished: "nicht beendet",

    table: "Tisch: {link}",
    moved_seat: "um Platz {seat} auf ein anderes Gerät zu holen: {code}",
    kept_seat: "dein Platz bleibt frei: breadboard join {link}",
    not_reached: "der Server ist gerade nicht erreichbar",
    reconnecting: "neue Verbindung wird gesucht: {reason}",
    connected: "verbunden",
    table_gone: "den Tisch gibt es nicht mehr: {reason}",
    table_closed: "die Verbindung zum Tisch ist geschlossen",
    answered_with: "der Server antwortete mit Status {status}",
    other_version: "der Server spricht eine andere Version des Protokolls: {reason}",
    bad_update: "eine Nachricht ist nicht lesbar: {reason}",
    go_to: "{server}: der Server verweist auf {link}",
    trust_advice: "{reason} (vertraue seinem Zertifikat mit --trust DATEI)",
    not_breadboard: "{server}: kein Breadboard-Server (Status {status}, kein JSON)",
    nothing_listens: "dort antwortet niemand (Verbindung abgelehnt)",
    no_connection: "keine Verbindung: {reason}",
    bad_certificate: "sein Zertifikat wird nicht akzeptiert: {reason}",
    not_tls: "er spricht kein TLS; vielleicht ist er nur über http:// erreichbar",
    timed_out: "keine Antwort in der erwarteten Zeit",
    no_clock: "an diesem Tisch läuft keine Uhr",

    too_small: "das Fenster ist zu klein",
    chosen_of: "{move} ({number} von {count})",
    say_prompt: "sagen: {text}",
    log: "Verlauf",
    more: "mehr",
    score: "Punkte {score}",
    page_title: "Tasten und Regeln: {game}",
    page_place: "{line} von {lines}  ↑ ↓ Bild↑ Bild↓ blättern, Esc zurück",
    help_narrow: "? Hilfe  q Ende",
    help_watch: "← → Schritt  ↑ ↓ zehn  Leer spielt ab  + - Tempo  12 Enter springt  f drehen  ? Hilfe  q Ende",
    help_over_server: "M Revanche  C Chat  < > Rückblick  ? Hilfe  q Ende",
    help_over: "Enter Menü: Revanche, Stufe, neues Spiel  < > Rückblick  ? Hilfe  q Ende",
    help_short_server: "Pfeile Enter  u zurück  C Chat  ? Hilfe  q Ende",
    help_short: "Pfeile Enter  u zurück  h Tipp  ? Hilfe  q Ende",
    help_server: "Pfeile Enter wählen  u zurück  C Chat  D Remis  R aufgeben  ? Hilfe  q Ende",
    help_local: "Pfeile Enter wählen  Tab Liste  u zurück  h Tipp  f drehen  ? Hilfe  q Ende",

    players: "Spieler",
    kept_free: "(freigehalten)",
    picked: "{places} …  Enter nimmt das nächste Feld, Rück geht zurück, Esc verwirft",
    jump_prompt: "zu Ereignis {number}▏",
    no_such_event: "es gibt kein Ereignis {number}: dieses Spiel hat {steps}",
    pace: "ein Ereignis alle {seconds} s",
    no_way: "in dieser Richtung geht es nicht weiter",
    no_draws: "dieses Spiel kennt kein Remis",
    table_title: "Der Tisch: {game}",
    help_watch_short: "← → blättern  Leer spielt ab  ? Hilfe  q Ende",
    help_watch_live: "< > Rückblick  f drehen  I Tisch  ? Hilfe  q Ende",
    help_over_short: "Enter Menü  < > Rückblick  ? Hilfe  q Ende",
    help_server_drawless: "Pfeile Enter wählen  u zurück  C Chat  R aufgeben  ? Hilfe  q Ende",
    help_menu: "↑↓ wählen  ←→ ändern  Enter beginnen  q Ende",
    menu_games: "Breadboard: ein neues Spiel",
    menu_title: "Wie weiter?",
    menu_back: "zurück zum Brett",
    menu_rematch: "Revanche, die Plätze wechseln",
    menu_level: "Revanche gegen ‹ {level} ›",
    menu_new: "neues Spiel …",
    menu_look: "dieses Spiel ansehen",
    menu_quit: "Ende",
    row_game: "Spiel",
    row_seats: "Plätze",
    row_you: "Du",
    row_others: "Gegner",
    row_start: "Das Spiel beginnen",
    seat_drawn: "ein ausgeloster Platz",
    seat_none: "nur zuschauen",
    people_here: "Menschen an dieser Tastatur",
    dice_none: "keine Würfel: das ist eine Aufzeichnung",
    dice_commit: "Fingerabdruck der Würfel: {commit}",
    dice_added: "{name} gab zu den Würfeln: {bytes}",
    dice_nothing: "{name} gab nichts zu den Würfeln",
    dice_seed: "der Startwert war {seed}; sein SHA-256-Hash ist der Fingerabdruck. Jede Ziehung prüft: breadboard verify DATEI",
    dice_hidden: "der Startwert wird am Ende gezeigt; sein SHA-256-Hash ist der Fingerabdruck",
    no_tables: "dort ist kein offener oder laufender Tisch gelistet",
    status_open: "offen",
    status_playing: "läuft",
    status_over: "beendet",
    opened: "Tisch eröffnet: {link}",

    commands_local: "\
Schreibe einen Zug in der Notation des Spiels oder einen dieser Befehle:
  moves [TEXT]  die erlaubten Züge, oder die mit TEXT darin
  #N            Zug N dieser Liste spielen
  undo          die letzte Handlung zurücknehmen
  hint          was der stärkste Bot spielen würde, und warum
  dice          der Fingerabdruck der Würfel, und was jeder Platz dazugab
  board         das Brett noch einmal zeichnen
  left          was noch zu ziehen, zu legen oder zu gewinnen ist
  flip          von der anderen Seite schauen
  rules         die Regeln des Spiels
  name NAME     den Namen ändern
  resign        aufgeben
  quit          aufhören; mit --record ist das Spiel aufgehoben",
    commands_remote: "\
Schreibe einen Zug in der Notation des Spiels oder einen dieser Befehle:
  moves [TEXT]  die erlaubten Züge, oder die mit TEXT darin
  #N            Zug N dieser Liste spielen
  undo          die letzte Handlung zurücknehmen oder die anderen darum bitten
  hint          was der stärkste Bot spielen würde; nicht gegen Menschen
  board, left, dice, clock, flip, rules
  say TEXT      den anderen schreiben
  draw          Remis anbieten
  yes, no       ein Angebot beantworten; no zieht auch das eigene zurück
  name NAME     den Namen ändern
  bot [STUFE]   einen Bot auf einen freien Platz setzen
  resign        aufgeben
  rematch       nach dem Ende: noch einmal spielen
  quit          gehen; dein Platz bleibt frei",
    seat_count: "dieses Spiel hat {seats} Plätze, nicht {given}",

    keys: [
        ("Pfeile", "den Zeiger auf dem Brett bewegen; bei der Schnepfenjagd gehen"),
        ("Enter", "das Feld unter dem Zeiger nehmen; das letzte Feld spielt den Zug"),
        ("Tab", "der nächste Bereich: Brett, Liste der Züge, Verlauf, mehr; Getipptes ergänzen"),
        ("a2-a3 …", "einen Zug in der Notation des Spiels tippen; die Liste folgt"),
        ("Esc, Rück", "Getipptes und Genommenes verwerfen; das letzte Feld zurücknehmen"),
        ("Klick", "auf das Brett, Feld für Feld; oder zweimal auf einen Zug der Liste"),
        ("u", "zurücknehmen (auch über die Antwort eines Bots hinweg)"),
        ("h", "Tipp: was der stärkste Bot spielen würde, und warum; noch einmal h hält an"),
        ("f", "das Brett drehen"),
        ("< >, Pos1, Ende", "durch das Spiel zurückblättern, und zurück"),
        (
            "Leer, + -, 12",
            "beim Ansehen: von selbst abspielen, schneller oder langsamer; Zahl und Enter springen",
        ),
        ("Bild↑ Bild↓", "im Verlauf blättern; beim Ansehen zehn Ereignisse"),
        ("[ ] { }", "das Brett verschieben, wenn es größer ist als sein Platz"),
        ("I", "der Tisch: Optionen, Dateien, der Fingerabdruck der Würfel"),
        ("R", "aufgeben (zweimal drücken)"),
        ("C", "am Tisch eines Servers: den anderen schreiben; Enter sendet"),
        ("D", "dort: Remis anbieten"),
        ("T, Y, N", "dort: um Rücknahme bitten, zustimmen, ablehnen oder zurückziehen"),
        ("B, M", "dort: ein Bot für einen freien Platz; eine Revanche, oder weiter zu ihr"),
        ("Enter, M", "nach dem Ende: Revanche, andere Stufe, neues Spiel"),
        ("?", "diese Seite, dann die Regeln"),
        ("q, Ctrl-C", "beenden; ein Spiel mit --record ist aufgehoben"),
    ],
};
