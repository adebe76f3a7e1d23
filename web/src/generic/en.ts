export const en = {
  board: 'Board',
  'ask-place': 'choose a marked place',
  'ask-button': 'choose one of the buttons',
};
