import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  spec: 'breadcrumbs',
  seat: 1,
  steps: [
    {
      position: 'r5A,o2,g3,b4,p5/o1,g2,b3,p4,r1/g1,b2,p3,r4,o5/b5,p2,r3,o4,g5/p1,r2,o3,g4,b1B A:1@a5 B:2@e1 turn 1A',
      text: {
        en: 'Have the most points at the end. You are red, with an A, in the top left corner. Every turn your pawn goes one tile up, down, left or right. Step onto the orange 2.',
        de: 'Habe am Ende die meisten Punkte. Du bist rot, mit einem A, oben links. In jedem Zug geht deine Figur ein Plättchen nach oben, unten, links oder rechts. Geh auf die orange 2.',
      },
      want: ['b5'],
      wrong: [
        { place: 'b4', move: 'b4' },
        { place: 'a5', move: 'a5' },
        { place: 'c5', move: 'c5' },
      ],
      done: {
        en: 'You have dropped a chip. It earns points for as long as it lies there.',
        de: 'Du hast einen Chip abgelegt. Er bringt Punkte, solange er dort liegt.',
      },
    },
    {
      position: 'r5A,o2A,g3,b4,p5/o1,g2,b3,p4,r1/g1,b2,p3,r4,o5/b5,p2,r3,o4,g5/p1,r2,o3,g4B,b1B A:1@b5 B:2@d1 turn 2A',
      text: {
        en: 'A chip that lies alone is worth the tile’s number. Which neighbour is worth most? The green 3 to the right.',
        de: 'Ein Chip, der allein liegt, ist die Zahl des Plättchens wert. Welcher Nachbar bringt am meisten? Die grüne 3 rechts.',
      },
      want: ['c5'],
      other: {
        en: 'Allowed, but worth less. The green 3 is to the right.',
        de: 'Erlaubt, aber weniger wert. Die grüne 3 liegt rechts.',
      },
      done: {
        en: 'Three points more. Scores are always what lies on the board now.',
        de: 'Drei Punkte mehr. Es zählt immer, was gerade auf dem Brett liegt.',
      },
    },
    {
      position:
        'r5A,o2A,g3A,b4A,p5/o1,g2,b3,p4A,r1/g1,b2,p3,r4,o5/b5,p2,r3,o4B,g5B/p1,r2,o3B,g4B,b1B A:1@d4 B:2@c1 turn 5A',
      text: {
        en: 'Tiles of your own colour count twice for you. The red 4 below you is worth eight. Take it.',
        de: 'Plättchen deiner eigenen Farbe zählen für dich doppelt. Die rote 4 unter dir ist acht wert. Nimm sie.',
      },
      want: ['d3'],
      done: {
        en: 'Eight points with one step. The others want theirs, of course.',
        de: 'Acht Punkte mit einem Schritt. Die anderen haben natürlich auch ihre Farbe.',
      },
    },
    {
      position:
        'r5A,o2A,g3,b4,p5/o1A,g2A,b3A,p4,r1/g1,b2,p3,r4,o5/b5,p2,r3,o4B,g5B/p1,r2,o3B,g4B,b1B A:1@b4 B:2@c1 turn 5A',
      text: {
        en: 'Careful: a step onto your own chip takes it off again. Three neighbours here are yours already. Go where no chip of yours lies.',
        de: 'Vorsicht: ein Schritt auf deinen eigenen Chip nimmt ihn wieder weg. Drei Nachbarn gehören dir schon. Geh dorthin, wo kein Chip von dir liegt.',
      },
      want: ['b3'],
      other: {
        en: 'You would pick your own chip up again. The tile below is free.',
        de: 'Du würdest deinen eigenen Chip wieder aufnehmen. Das Plättchen darunter ist frei.',
      },
      done: {
        en: 'Plan a path, not a step: crossing your own trail costs.',
        de: 'Plane einen Weg, nicht einen Schritt: die eigene Spur zu kreuzen kostet.',
      },
    },
    {
      position:
        'r5,o2B,g3A,b4B,p5/o1,g2,b3A,p4B,r1A/g1,b2,p3,r4,o5/b5,p2,r3,o4,g5/p1,r2,o3,g4,b1 A:1@c5 B:2@d4 turn 11A',
      text: {
        en: 'Blue (B) leads 14 to 8, mostly by the blue 4, which counts eight. Where chips share a tile, each is worth only 1. Spoil it for Blue.',
        de: 'Blau (B) führt 14 zu 8, vor allem durch die blaue 4, die acht zählt. Teilen sich Chips ein Plättchen, ist jeder nur 1 wert. Verdirb sie Blau.',
      },
      want: ['d5'],
      other: {
        en: 'That helps you a little. The blue 4 hurts Blue much more.',
        de: 'Das hilft dir ein wenig. Die blaue 4 schadet Blau viel mehr.',
      },
      done: {
        en: 'One point for you, six less for Blue: now you lead 9 to 8.',
        de: 'Ein Punkt für dich, sechs weniger für Blau: jetzt führst du 9 zu 8.',
      },
    },
    {
      position:
        'r5,o2,g3,b4,p5/o1,g2,b3,p4,r1/g1A,b2A,p3A,r4,o5B/b5,p2,r3,o4,g5B/p1,r2,o3,g4B,b1 A:1@c3 B:2@e3 turn 5A',
      text: {
        en: 'The player with the lowest score may go diagonally. You have 6 points, Blue has 14: go to one of the corners.',
        de: 'Wer hinter allen anderen liegt, darf schräg gehen. Du hast 6 Punkte, Blau hat 14: geh auf eine der Ecken.',
      },
      want: [['d4', 'd2', 'b4', 'b2']],
      other: {
        en: 'A straight step is always allowed. But try a diagonal one while you may.',
        de: 'Gerade darfst du immer. Aber probiere einen schrägen Schritt, solange du darfst.',
      },
      done: {
        en: 'Only for who is last alone, and only at the start of the turn.',
        de: 'Nur für den, der allein Letzter ist, und nur zu Beginn des Zuges.',
      },
    },
    {
      position:
        'r5A,o2A,g3A,b4A,p5A/o1A,g2,b3,p4A,r1A/g1B,b2B,p3,r4A,o5/b5B,p2B,r3A,o4,g5B/p1B,r2B,o3B,g4B,b1B A:1@c2 B:2@b2 turn 30A',
      text: {
        en: 'The end comes when two pawns meet and both players have at least ten chips out. You lead and have ten: go and meet Blue.',
        de: 'Das Ende kommt, wenn sich zwei Figuren treffen und beide Spieler mindestens zehn Chips liegen haben. Du führst und hast zehn: triff Blau.',
      },
      want: ['b2'],
      other: {
        en: 'You lead: end it now by stepping onto Blue’s pawn.',
        de: 'Du führst: beende es jetzt und geh auf die Figur von Blau.',
      },
      done: { en: 'The highest score wins, and it is yours.', de: 'Die höchste Punktzahl gewinnt, und es ist deine.' },
    },
  ],
};
