import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  spec: 'breakthrough:columns=5,rows=6',
  seat: 1,
  steps: [
    {
      position: 'pp1pp/5/5/5/2P2/PP1PP w',
      text: {
        en: 'You win when one of your men reaches the far row. Yours are the round white ones below. A man goes one square forward: press the marked man, then the square ahead of it.',
        de: 'Du gewinnst, wenn einer deiner Steine die letzte Reihe erreicht. Dir gehören die runden weißen unten. Ein Stein geht ein Feld vorwärts: drücke auf den markierten, dann auf das Feld davor.',
      },
      want: ['c2-c3'],
      wrong: [
        { place: 'c4', move: 'c2-c4' },
        { place: 'a3', move: 'c2-a3' },
        { place: 'c1', move: 'c2-c1' },
      ],
      done: {
        en: 'One step, always forward. There is no way back.',
        de: 'Ein Schritt, immer vorwärts. Zurück geht es nie.',
      },
    },
    {
      position: 'pp1pp/5/5/2P2/5/PP1PP w',
      text: {
        en: 'A man may also step diagonally forward. Take either of the two marked squares.',
        de: 'Ein Stein darf auch schräg nach vorn. Nimm eines der beiden markierten Felder.',
      },
      want: [['c3-b4', 'c3-d4']],
      wrong: [{ place: 'c2', move: 'c3-c2' }],
      done: {
        en: 'Straight or diagonal: three squares at most, and all of them ahead.',
        de: 'Gerade oder schräg: höchstens drei Felder, und alle liegen vorn.',
      },
    },
    {
      position: 'pp1pp/5/1p1p1/2P2/5/PP1PP w',
      text: {
        en: 'Now Black’s square men stand in your way. A diagonal step onto one takes it off the board. Take one.',
        de: 'Jetzt stehen dir die eckigen Steine von Schwarz im Weg. Ein schräger Schritt auf einen davon schlägt ihn. Schlage einen.',
      },
      want: [['c3xb4', 'c3xd4']],
      done: {
        en: 'Taken. You never have to take, but you may.',
        de: 'Geschlagen. Du musst nie schlagen, aber du darfst.',
      },
    },
    {
      position: 'pp1pp/5/2p2/2P2/5/P3P w',
      text: {
        en: 'Straight ahead nothing can be taken. Try to step onto c4 if you like: the program says why not. Then go round it.',
        de: 'Geradeaus wird nicht geschlagen. Probiere ruhig c4: das Programm sagt, warum nicht. Dann geh daran vorbei.',
      },
      want: [['c3-b4', 'c3-d4']],
      wrong: [{ place: 'c4', move: 'c3-c4' }],
      done: {
        en: 'A man blocks the one straight ahead of it, and can only be taken diagonally.',
        de: 'Ein Stein sperrt den gegenüber, und schlagen kann man ihn nur schräg.',
      },
    },
    {
      position: 'p3p/2p2/5/1PP2/5/5 w',
      text: {
        en: 'If you go to b4, the black man on c5 can take you. But c3 stands diagonally behind b4 and would take back: your man is covered. Go there.',
        de: 'Auf b4 kann dich der schwarze Stein auf c5 schlagen. Aber c3 steht schräg hinter b4 und schlüge zurück: dein Stein ist gedeckt. Geh dorthin.',
      },
      want: ['b3-b4'],
      other: {
        en: 'Possible, but then no man stands diagonally behind it. Go to b4 with the man on b3.',
        de: 'Möglich, aber dann steht kein Stein schräg dahinter. Geh mit dem Stein von b3 nach b4.',
      },
      done: {
        en: 'Men side by side cover each other’s way. That is the heart of the game.',
        de: 'Steine nebeneinander decken einander den Weg. Das ist der Kern des Spiels.',
      },
    },
    {
      position: 'p3p/5/3P1/5/1p3/P1P2 w',
      text: {
        en: 'Danger: Black is one step from your first row and would win with the next move. You have one move: take it.',
        de: 'Gefahr: Schwarz ist einen Schritt vor deiner ersten Reihe und würde mit dem nächsten Zug gewinnen. Du hast einen Zug: schlage ihn.',
      },
      want: [['a1xb2', 'c1xb2']],
      other: {
        en: 'Then Black steps onto your first row and has won. Take the man on b2 instead.',
        de: 'Dann tritt Schwarz auf deine erste Reihe und hat gewonnen. Schlage lieber den Stein auf b2.',
      },
      done: { en: 'Saved. Keep a few men at home for this.', de: 'Gerettet. Dafür bleiben ein paar Steine zu Hause.' },
    },
    {
      position: 'p4/3P1/5/2p2/5/P1P2 w',
      text: {
        en: 'Your man is one step from the far row, and Black cannot stop it. Step over the line.',
        de: 'Dein Stein ist einen Schritt vor der letzten Reihe, und niemand hält ihn auf. Tritt über die Linie.',
      },
      want: [['d5-d6', 'd5-c6', 'd5-e6']],
      other: {
        en: 'You can win at once: go with the man on d5.',
        de: 'Du kannst sofort gewinnen: geh mit dem Stein auf d5.',
      },
      done: {
        en: 'You have won. Who has no men left loses as well, but that is rare.',
        de: 'Gewonnen. Wer keine Steine mehr hat, verliert auch, aber das ist selten.',
      },
    },
  ],
};
