//! Every sentence of the game. `texts.de.txt` has the same keys in German.

breadboard_core::texts! {
    NOT_YOURS: "template-not-yours" = "there is no stone of yours on {from}";
    NOT_BESIDE: "template-not-beside" = "{to} is not beside {from}";
    NO_CAPTURE: "template-no-capture" = "there is no rival stone on {to}, and every move captures";
    WRONG_COUNT: "template-wrong-count" = "with these stones seat {seat} cannot be to move";
}
