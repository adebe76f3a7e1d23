// Names of the squares of a board: a file by its letter, a row by its number, `e2`.

/** A square's column and row, both from 0. */
export function squareAt(name: string): { column: number; row: number } {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

export const fileName = (column: number): string => String.fromCharCode(97 + column);

export const squareName = (column: number, row: number): string => fileName(column) + (row + 1);
