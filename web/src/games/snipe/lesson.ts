import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  spec: 'snipe:seats=3,forest=3x3',
  seat: 1,
  steps: [
    {
      position: '+F,+A,+/+,+Ne,+Awc/+S,+F,+ snipe 1@b2 hunters 2@a1,3@a1 held 1,2,2 idle 1 turn 1 dice 1+2 left 3',
      text: {
        en: 'The goal: have the most crumbs when the last one is lifted. Only the Snipe lifts them, and you are the Snipe, the orange bird. The dice show 1 and 2: walk three steps east, over the crumbs.',
        de: 'Das Ziel: am Ende die meisten Krümel haben. Nur die Schnepfe hebt sie auf, und du bist die Schnepfe, der orange Vogel. Die Würfel zeigen 1 und 2: geh drei Schritte nach Osten, über die Krümel.',
      },
      want: ['e', 'e', 'e'],
      done: {
        en: 'Three crumbs more: with four you win. All steps of a roll must be walked.',
        de: 'Drei Krümel mehr: mit vieren gewinnst du. Alle Schritte eines Wurfs müssen gegangen werden.',
      },
    },
    {
      position:
        '+F,+A,+e/+,+N,+A/+S,+F,+ snipe 1@a2w hunters 2@a1,3@a1 held 2,3,2 idle 1 turn 1 dice 1+2 left 2 went w',
      text: {
        en: 'On the way you do not step straight back, except out of a dead end. This path ends at the hedge: here you may turn. Go back east, and on.',
        de: 'Unterwegs gehst du nicht geradewegs zurück, außer aus einer Sackgasse. Dieser Weg endet an der Hecke: hier darfst du umkehren. Geh zurück nach Osten und weiter.',
      },
      want: ['e', ['e', 'n', 's']],
      done: {
        en: 'At the start of a turn every direction is free.',
        de: 'Zu Beginn eines Zuges ist jede Richtung frei.',
      },
    },
    {
      position:
        '+F,+A,+e/+,+N,+A/+S,+F,+ snipe 1@c2w hunters 2@a1,3@a1 held 2,3,2 idle 1 turn 1 dice 1+2 left 2 went e',
      text: {
        en: 'Here the path goes on. Try to step straight back west if you like: the program names the rule. Then walk on into the card, and leave its arrow alone.',
        de: 'Hier geht der Weg weiter. Versuche ruhig, geradewegs nach Westen zurückzugehen: das Programm nennt die Regel. Dann geh weiter auf die Karte und lass den Pfeil liegen.',
      },
      want: ['e', 'skip', ['n', 'e', 's']],
      wrong: [{ place: 'b2e', move: 'w' }],
      done: {
        en: 'Feathers and arrows are offers. You may always leave them.',
        de: 'Federn und Pfeile sind Angebote. Du darfst sie immer lassen.',
      },
    },
    {
      position:
        '+F,+A,+e/+,+N,+A/+S,+F,+ snipe 1@a3s hunters 2@a1,3@b1 held 2,3,2 idle 1 turn 1 dice 1+3 left 1 went n',
      text: {
        en: 'One step left, and a feather ahead. Enter it, take the extra step, and use it.',
        de: 'Noch ein Schritt, und vor dir eine Feder. Betritt sie, nimm den Schritt mehr und geh ihn.',
      },
      want: ['n', 'feather', ['e', 'n', 'w']],
      other: {
        en: 'Take the feather this time: “One step more”.',
        de: 'Nimm diesmal die Feder: „Einen Schritt mehr“.',
      },
      done: {
        en: 'A feather works while no crumb and no other pawn is on it.',
        de: 'Eine Feder wirkt, solange kein Krümel und keine andere Figur darauf ist.',
      },
    },
    {
      position:
        '+F,+A,In/+,+N,+A/+S,+F,+ snipe 1@b3s hunters 2@a1,3@a1 held 2,3,2 idle 1 turn 1 dice 1+3 left 3 went n',
      text: {
        en: 'Card c3 has no path to the west, so you cannot get to its crumb. Enter the arrow and turn c3 by a quarter. The crumb turns with it. Then walk on and fetch it.',
        de: 'Karte c3 hat keinen Weg nach Westen, also kommst du nicht an ihren Krümel. Betritt den Pfeil und drehe c3 um ein Viertel. Der Krümel dreht sich mit. Dann geh weiter und hol ihn.',
      },
      want: ['n', 'rot c3 ccw', 'e', 'e'],
      other: {
        en: 'Choose card c3, then the arrow to the left: counterclockwise brings the crumb to your side.',
        de: 'Wähle Karte c3, dann den linken Pfeil: gegen den Uhrzeigersinn kommt der Krümel auf deine Seite.',
      },
      done: {
        en: 'Any card may be turned, your own and occupied ones too.',
        de: 'Jede Karte darf gedreht werden, auch die eigene und besetzte.',
      },
    },
    {
      position: '+F,+A,+e/+,+N,+A/+S,+F,+ snipe 2@b2s hunters 1@b1,3@a1 held 0,5,2 idle 1 turn 1 dice 1+3 left 4',
      text: {
        en: 'Now you hunt: you are the red hunter. Hunters leave crumbs alone. Walk onto the Snipe; it need not be your last step.',
        de: 'Jetzt jagst du: du bist der rote Jäger. Jäger lassen Krümel liegen. Lauf auf die Schnepfe; es muss nicht dein letzter Schritt sein.',
      },
      want: ['n', 'n'],
      done: {
        en: 'You take half of its crumbs, become the Snipe, and roll again at once.',
        de: 'Du bekommst die Hälfte der Krümel, wirst selbst die Schnepfe und würfelst sofort wieder.',
      },
    },
    {
      position: '+F,+A,+e/+,+N,+A/+S,+F,+ snipe 1@c3 hunters 2@b1,3@a1 held 4,1,2 idle 1 turn 1 dice 1+3 left 2 went n',
      text: {
        en: 'You are the Snipe again, and only one crumb is left. The last crumb ends the game, and most crumbs win. Fetch it.',
        de: 'Du bist wieder die Schnepfe, und nur ein Krümel liegt noch. Der letzte Krümel beendet das Spiel, und die meisten Krümel gewinnen. Hol ihn.',
      },
      want: ['e'],
      other: { en: 'The crumb lies to the east.', de: 'Der Krümel liegt im Osten.' },
      done: { en: 'Five crumbs: you win.', de: 'Fünf Krümel: du gewinnst.' },
    },
  ],
};
