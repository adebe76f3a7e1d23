// The words of the signs beside the bots: they are loaded with the signs, not with the board.

export const signs = {
  en: {
    crop: { name: 'Crop', does: 'a chip worth 1 to 10, face down until it is harvested.' },
    load: { name: 'Load', does: 'unloaded on your Delivery, it gives this number of loaves.' },
    poison: { name: 'Poison', does: 'nothing grows there until a Drone cleans it.' },
    reach: { name: 'Factory', does: 'its number is how many tiles a bot goes from it. Your Delivery is the first.' },
  },
  de: {
    crop: { name: 'Saat', does: 'ein Chip im Wert von 1 bis 10, verdeckt bis zur Ernte.' },
    load: { name: 'Ladung', does: 'auf deiner Ablieferung abgeladen, gibt sie diese Zahl an Broten.' },
    poison: { name: 'Gift', does: 'dort wächst nichts, bis eine Drohne es entfernt.' },
    reach: {
      name: 'Fabrik',
      does: 'ihre Zahl sagt, wie viele Felder weit ein Bot daraus geht. Das erste ist deine Ablieferung.',
    },
  },
};
