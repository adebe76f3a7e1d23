export const en = {
  white: 'White',
  black: 'Black',
  board: 'Board, {size}',
  row: 'Row {row}',
  empty: 'empty',
  'word-swap': 'Swap colours',
  'option-columns': 'Columns',
  'option-rows': 'Rows',
  'option-swap': 'Swap rule',
};
