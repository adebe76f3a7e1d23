export const en = {
  'seat-1': 'White, begins',
  'seat-2': 'Black',
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
