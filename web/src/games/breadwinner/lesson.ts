import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  spec: 'breadwinner',
  seat: 1,
  steps: [
    {
      position: 'phase=build seat=1 round=1 rolled=1,2,2,3,4,5,6,6',
      text: {
        en: 'The goal: own all twelve loaves. Drones plant crops, Harvesters bring them home for loaves. Put the Drone into factory 1, a Harvester into factory 2, and go on to the recall, which can take bots back.',
        de: 'Das Ziel: alle zwölf Brote zu besitzen. Drohnen säen, Ernter holen die Ernte heim, und die bringt Brote. Setze die Drohne in Fabrik 1, einen Ernter in Fabrik 2, dann weiter zum Rückruf, der Bots zurückholen kann.',
      },
      want: ['build 1@1', 'build 2@2', 'end'],
      done: {
        en: 'A turn has four phases: map, factories, build, recall. The first turn begins with building.',
        de: 'Ein Zug hat vier Phasen: Karte, Fabriken, Bauen, Rückruf. Der erste Zug beginnt mit dem Bauen.',
      },
    },
    {
      position: 'phase=factories seat=1 round=2 1f1=Dr 1f2=Ha',
      text: {
        en: 'A bot leaves its factory for as many tiles as the factory’s number; the first is your own Delivery. Send the Drone to your Delivery and the Harvester on to Land a.',
        de: 'Ein Bot verlässt seine Fabrik und geht so viele Felder weit, wie ihre Nummer sagt; das erste ist deine Ablieferung. Schicke die Drohne dorthin und den Ernter weiter auf Land a.',
      },
      want: ['Dr f1>D1', 'Ha f2>D1>a'],
      other: {
        en: 'Possible. Here: the Drone to D1, then the Harvester to a.',
        de: 'Möglich. Hier: die Drohne nach D1, dann der Ernter nach a.',
      },
      done: {
        en: 'Higher factories reach farther, up to the rival’s door.',
        de: 'Höhere Fabriken reichen weiter, bis vor die Tür des Gegners.',
      },
    },
    {
      position: 'phase=map seat=1 round=3 D1=1Dr a=1Ha',
      text: {
        en: 'Next turn, map phase: each bot moves to a neighbouring tile or acts where it is. Move the Drone to Land b.',
        de: 'Nächster Zug, Kartenphase: jeder Bot geht auf ein Nachbarfeld oder tut etwas, wo er steht. Zieh die Drohne auf Land b.',
      },
      want: ['Dr D1>b'],
      done: {
        en: 'Planting must wait: a Drone plants only where it began the turn.',
        de: 'Säen muss warten: eine Drohne sät nur, wo sie den Zug begonnen hat.',
      },
    },
    {
      position: 'phase=map seat=1 round=4 a=1Ha b=1Dr',
      text: {
        en: 'Now the Drone has begun its turn on b. Let it plant.',
        de: 'Jetzt hat die Drohne ihren Zug auf b begonnen. Lass sie säen.',
      },
      want: ['Dr b plant'],
      done: {
        en: 'A crop chip lies face down on b: worth 1 to 10, not known yet. The Drone’s die is back in your pile.',
        de: 'Auf b liegt verdeckt eine Ernte: 1 bis 10 wert, niemand weiß es. Der Würfel der Drohne ist wieder in deinem Vorrat.',
      },
    },
    {
      position: 'phase=map seat=1 round=5 b=1Ha+crop 2f2=Lo',
      text: {
        en: 'Your Harvester stands on the crop. Harvest it: the chip is turned up and carried.',
        de: 'Dein Ernter steht auf der Ernte. Ernte sie: der Chip wird aufgedeckt und getragen.',
      },
      want: ['Ha b harvest'],
      replies: [{ texts: ['crop 7'] }],
      done: {
        en: 'A seven. A Harvester carries one chip at a time.',
        de: 'Eine Sieben. Ein Ernter trägt immer nur einen Chip.',
      },
    },
    {
      position: 'phase=factories seat=1 round=5 b=1Ha7 1f2=Sh d=2So 2f2=Lo',
      text: {
        en: 'A rival Soldier is near. A Shield keeps rival bots off its tile: send yours from factory 2 to b, to guard the Harvester and its load.',
        de: 'Ein gegnerischer Soldat ist nah. Ein Schild hält fremde Bots von seinem Feld fern: schicke deinen aus Fabrik 2 nach b, damit er den Ernter und seine Last bewacht.',
      },
      want: ['Sh f2>D1>b'],
      other: { en: 'Possible. Here: the Shield to b.', de: 'Möglich. Hier: der Schild nach b.' },
      done: {
        en: 'Only a Soldier can come in now, and it can hit only the Shield.',
        de: 'Jetzt kommt nur noch ein Soldat hinein, und er trifft nur den Schild.',
      },
    },
    {
      position: 'phase=map seat=1 round=6 b=1Ha7 2f2=Lo',
      text: {
        en: 'Bring it home: move to your Delivery D1 and unload there. Unloading may directly follow the move.',
        de: 'Bring sie heim: zieh auf deine Ablieferung D1 und lade dort ab. Abladen darf direkt auf den Zug folgen.',
      },
      want: ['Ha7 b>D1 unload'],
      other: {
        en: 'Nearly: choose the Harvester, D1, and then Unload.',
        de: 'Fast: wähle den Ernter, D1 und dann Abladen.',
      },
      done: {
        en: 'Seven loaves for you. With all twelve you win.',
        de: 'Sieben Brote für dich. Mit allen zwölf gewinnst du.',
      },
    },
    {
      position: 'phase=map seat=1 round=7 loaves=7,0 a=1So c=2Ha4 2f2=Lo',
      text: {
        en: 'The rival’s Harvester carries a 4. Move your Soldier onto its tile and pulse: it is destroyed, and your die comes back as well.',
        de: 'Der Ernter des Gegners trägt eine 4. Zieh deinen Soldaten auf sein Feld und feuere den Impuls: er ist zerstört, und auch dein Würfel kommt zurück.',
      },
      want: ['So a>c pulse Ha4'],
      other: { en: 'Choose the Soldier, then c, then Pulse.', de: 'Wähle den Soldaten, dann c, dann Impuls.' },
      done: {
        en: 'Beware: a Shield on the tile would have been hit instead.',
        de: 'Merke: ein Schild auf dem Feld hätte den Impuls abgefangen.',
      },
    },
    {
      position: 'phase=build seat=1 round=8 loaves=7,0 rolled=1,3,3,5,5,6,6,6 free=1 2f2=Lo',
      text: {
        en: 'A 6 is Research & Development: no bot by itself. But you rolled three, and three sixes give you one bot of your choice. Take a Soldier for factory 1.',
        de: 'Eine 6 ist Forschung & Entwicklung: allein kein Bot. Aber du hast drei, und drei Sechsen geben dir einen Bot nach Wahl. Nimm einen Soldaten für Fabrik 1.',
      },
      want: ['build 4*@1'],
      other: {
        en: 'Possible. Here: the Soldier by Research & Development, into factory 1.',
        de: 'Möglich. Hier: der Soldat durch Forschung & Entwicklung, in Fabrik 1.',
      },
      done: { en: 'Six sixes would give you two.', de: 'Sechs Sechsen gäben dir zwei.' },
    },
    {
      position: 'phase=map seat=1 round=9 loaves=9,3 b=1Ha3 2f2=Lo',
      text: {
        en: 'You have nine loaves, the rival three, none are left in the middle. Then an unloaded crop takes them from the rival. Finish it.',
        de: 'Du hast neun Brote, der Gegner drei, in der Mitte liegt keines mehr. Dann holt eine abgeladene Ernte sie vom Gegner. Mach Schluss.',
      },
      want: ['Ha3 b>D1 unload'],
      done: { en: 'All twelve loaves: you win.', de: 'Alle zwölf Brote: du gewinnst.' },
    },
  ],
};
