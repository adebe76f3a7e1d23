import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  spec: 'traxx:seats=1',
  seat: 1,
  steps: [
    {
      position: 'd5* card=BGYP',
      text: {
        en: 'You draw one long path, from the start in the middle (d5). The card shows blue, green, yellow and purple: each pays for one field. Draw over the yellow 2 (e5) and purple (d4) to the green 3 (d3): the blue ring shows where to press. Then press Play.',
        de: 'Du zeichnest einen langen Weg, vom Start in der Mitte (d5) aus. Die Karte zeigt Blau, Grün, Gelb und Lila: jede Farbe bezahlt ein Feld. Zeichne über die gelbe 2 (e5) und Lila (d4) zur grünen 3 (d3): der blaue Ring zeigt, wo du drückst. Dann drücke auf Spielen.',
      },
      want: ['d5>e5-d4-d3'],
      wrong: [
        { place: 'd6', move: 'd5>d6' },
        { place: 'c4', move: 'd5>c4' },
        { place: 'a1', move: 'd5>a1' },
      ],
      other: {
        en: 'That path is allowed. For this step go over e5 and d4 to d3.',
        de: 'Dieser Weg ist erlaubt. Geh hier über e5 und d4 nach d3.',
      },
      done: {
        en: 'You ran over the 2 and the 3: five points, and one more for each of the three fields. Blue stayed unused, which is fine.',
        de: 'Du bist über die 2 und die 3 gelaufen: fünf Punkte, und einer mehr für jedes der drei Felder. Blau blieb übrig, das macht nichts.',
      },
    },
    {
      position: 'd5*-e5=2-d4-d3=3 seen=BGYP card=RGYE',
      text: {
        en: 'The next card. A path has two ends, and you may go on from either, but only one a round. Go on from the start, d5: grey (d6), yellow (d7), red (e8), green (f7).',
        de: 'Die nächste Karte. Ein Weg hat zwei Enden, und du darfst an jedem weitergehen, aber je Runde nur an einem. Geh vom Start d5 aus weiter: Grau (d6), Gelb (d7), Rot (e8), Grün (f7).',
      },
      want: ['d5>d6-d7-e8-f7'],
      wrong: [
        { place: 'd4', move: 'd5>d4' },
        { place: 'e6', move: 'd5>e6' },
      ],
      other: {
        en: 'Allowed. For this step use all four colours: d6, d7, e8, f7.',
        de: 'Erlaubt. Nutze hier alle vier Farben: d6, d7, e8, f7.',
      },
      done: {
        en: 'Four fields with four colours. Every field you miss costs a point at the end.',
        de: 'Vier Felder mit vier Farben. Jedes verfehlte Feld kostet am Ende einen Punkt.',
      },
    },
    {
      position: 'd5*-e5=2-d4-d3=3 seen=BGYP card=RRBYE',
      text: {
        en: 'Some cards show a colour twice: red pays for two fields here. From d5 walk grey, yellow, red, blue, red: d6, d7, e8, f8, g7.',
        de: 'Manche Karten zeigen eine Farbe doppelt: Rot bezahlt hier zwei Felder. Geh von d5 über Grau, Gelb, Rot, Blau, Rot: d6, d7, e8, f8, g7.',
      },
      want: ['d5>d6-d7-e8-f8-g7'],
      other: {
        en: 'Allowed, but five fields are better than fewer.',
        de: 'Erlaubt, aber fünf Felder sind besser als weniger.',
      },
      done: { en: 'Five fields at once.', de: 'Fünf Felder auf einmal.' },
    },
    {
      position: 'd5*-e5=2-d4-d3=3 seen=BGYP card=RGYE',
      text: {
        en: 'You may use fewer colours, or none: then you pass. That can be wise when every step would wall an end in. Try it once.',
        de: 'Du darfst weniger Farben nutzen oder gar keine: dann passt du. Das kann klug sein, wenn jeder Schritt ein Ende einmauern würde. Probiere es einmal.',
      },
      want: ['pass'],
      done: {
        en: 'Passing costs nothing but a card. There are fifteen.',
        de: 'Passen kostet nur eine Karte. Es gibt fünfzehn.',
      },
    },
    {
      position:
        'i2-i1=9-h1-g1-f2-g2-f3-f4*-e4-d3=3-c2-d2-d1-c1-b1-b2-a1=3-a2-a3-b4-c4-d4-d5-e5=1-e6-f5-g5-h5-i4-i5=4-h6 seen=RBGE,RBPE,RGYE,BGYP,BGPE,RYPE,RRBYE,RBBGP,BGGYE,RGYYP,BYPPE,RGPEE card=RBYP',
      text: {
        en: 'Late in a game alone. A number gives all its points unless you have reached a higher one before: then half. With others, half is for who comes later. Take the 4 (f6) over the purple field beside your end (g6).',
        de: 'Spät in einem Spiel allein. Eine Zahl bringt alle Punkte, außer du hast schon eine höhere erreicht: dann die Hälfte. Mit anderen bekommt die Hälfte, wer später kommt. Nimm die 4 (f6) über das lila Feld neben deinem Ende (g6).',
      },
      want: ['h6>g6-f6'],
      other: {
        en: 'Allowed. The 4 on f6 is two steps away: g6, f6.',
        de: 'Erlaubt. Die 4 auf f6 ist zwei Schritte entfernt: g6, f6.',
      },
      done: {
        en: 'Two points for the 4, because the 9 came before it. Small numbers first!',
        de: 'Zwei Punkte für die 4, weil die 9 schon da war. Kleine Zahlen zuerst!',
      },
    },
    {
      position:
        'i2-i1=9-h1-g1-f2-g2-f3-f4*-e4-d3=3-c2-d2-d1-c1-b1-b2-a1=3-a2-a3-b4-c4-d4-d5-e5=1-e6-f5-g5-h5-i4-i5=4-h6-g6-f6=2-f7-e7-e8-d7 seen=RBGY,RBGE,RBYP,RBPE,RGYE,BGYP,BGPE,RYPE,RRBYE,RBBGP,BGGYE,RGYYP,BYPPE,RGPEE card=GYPE',
      text: {
        en: 'The last card. Go over grey (d8) to the yellow 7 (e9). Then the points count, less one for every field you did not reach.',
        de: 'Die letzte Karte. Geh über Grau (d8) zur gelben 7 (e9). Dann zählen die Punkte, weniger einen für jedes Feld, das du nicht erreicht hast.',
      },
      want: ['d7>d8-e9'],
      other: {
        en: 'Allowed. But the 7 is only two steps away: d8, e9.',
        de: 'Erlaubt. Aber die 7 ist nur zwei Schritte entfernt: d8, e9.',
      },
      done: {
        en: 'That is a whole game. With others, all draw at the same time and see the others’ paths when all have chosen.',
        de: 'Das ist ein ganzes Spiel. Mit anderen zeichnen alle gleichzeitig, und niemand sieht den Weg der anderen, bevor alle gewählt haben.',
      },
    },
  ],
};
