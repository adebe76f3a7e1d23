// What people ask at a table. Beside the page and not among the sentences of the app, which every first page loads.

import type { Language } from '../lib/settings.svelte';

type Words = Record<Language, string>;

export const ANSWERS: { about: Words; answer: Words }[] = [
  {
    about: { en: 'How do I begin?', de: 'Wie fange ich an?' },
    answer: {
      en: 'Choose “Learn” for a first game in a few steps, or “Play” against a bot. Bots have five levels; the first one is easy.',
      de: 'Wähle „Lernen“ für ein erstes Spiel in wenigen Schritten oder „Spielen“ gegen einen Bot. Bots haben fünf Stufen; die erste ist leicht.',
    },
  },
  {
    about: { en: 'How do I play with others?', de: 'Wie spiele ich mit anderen?' },
    answer: {
      en: 'Choose “Play”, then “Friends”, and send the link or show its QR code. Your friends open it, enter a name and sit down. On one device choose “This device” and pass it on.',
      de: 'Wähle „Spielen“, dann „Freunde“, und schick den Link oder zeig seinen QR-Code. Wer ihn öffnet, gibt einen Namen ein und setzt sich. An einem Gerät wähle „Dieses Gerät“ und gib es weiter.',
    },
  },
  {
    about: { en: 'Where do I enter my name?', de: 'Wo steht mein Name?' },
    answer: {
      en: 'In the window that opens with “Play”, under “Friends”, or where you accept an invitation. This browser remembers it; without a name you are a guest.',
      de: 'Im Fenster, das „Spielen“ öffnet, unter „Freunde“, oder dort, wo du eine Einladung annimmst. Dieser Browser merkt ihn sich; ohne Namen bist du Gast.',
    },
  },
  {
    about: { en: 'I did not see what the others did.', de: 'Ich habe nicht gesehen, was die anderen taten.' },
    answer: {
      en: 'The double arrow at the board, “Show again”, plays everything since your last turn once more. Each row of “What happened” shows an earlier position. Under “Settings” the moves of the others can be slower.',
      de: 'Der doppelte Pfeil am Brett, „Nochmal zeigen“, spielt alles seit deinem letzten Zug noch einmal ab. Jede Zeile von „Was geschah“ zeigt eine frühere Stellung. Unter „Einstellungen“ gehen die Züge der anderen auch langsamer.',
    },
  },
  {
    about: { en: 'That was not the move I meant.', de: 'Das war nicht der Zug, den ich meinte.' },
    answer: {
      en: '“Undo” takes it back as long as nobody has moved after you, and against bots always. Otherwise you can ask the others. Dice and cards stay as they were.',
      de: '„Zurücknehmen“ nimmt ihn zurück, solange noch niemand nach dir gezogen hat, und gegen Bots immer. Sonst kannst du die anderen bitten. Würfel und Karten bleiben, wie sie waren.',
    },
  },
  {
    about: { en: 'What should I play?', de: 'Was soll ich spielen?' },
    answer: {
      en: 'Against bots “Hint” at the board shows a good move and says why. “Rules” opens the rules beside the board.',
      de: 'Gegen Bots zeigt „Tipp“ am Brett einen guten Zug und sagt, warum. „Regeln“ öffnet die Regeln neben dem Brett.',
    },
  },
  {
    about: { en: 'Can I stop and go on later?', de: 'Kann ich aufhören und später weiterspielen?' },
    answer: {
      en: 'Yes. Every move is saved. “My games” lists what is running, on this browser. To go on elsewhere, open “More” at the table and there “Play on another device”.',
      de: 'Ja. Jeder Zug ist gespeichert. „Meine Spiele“ zeigt in diesem Browser, was noch läuft. Um anderswo weiterzuspielen, öffne am Tisch „Mehr“ und dort „Auf einem anderen Gerät spielen“.',
    },
  },
];
