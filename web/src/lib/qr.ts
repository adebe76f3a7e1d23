// QR codes of short texts: byte mode, error correction level L, versions 1 to 6. A link needs no more, and a library would
// be larger than a board.

/** Data and error correction codewords per block, and the number of blocks, by version. */
const VERSIONS: [data: number, correction: number, blocks: number][] = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [68, 18, 2],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number) => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** The error correction codewords: the remainder of a Reed–Solomon division. */
export function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((factor, j) => (next[j + 1]! ^= times(factor, EXP[i]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    generator.forEach((g, j) => (rest[i + j]! ^= times(g, factor)));
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, [data, check, blocks]: [number, number, number]): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4); // byte mode
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  const capacity = data * blocks * 8;
  push(0, Math.min(4, capacity - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xfd) push(pad, 8);
  const all = Array.from({ length: capacity / 8 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  const parts = Array.from({ length: blocks }, (_, b) => all.slice(b * data, (b + 1) * data));
  const checks = parts.map((part) => correction(part, check));
  const interleave = (rows: number[][], length: number) =>
    Array.from({ length }, (_, i) => rows.map((row) => row[i]!)).flat();
  return [...interleave(parts, data), ...interleave(checks, check)];
}

const MASKS: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

type Grid = (boolean | undefined)[][];

/** The finder, timing and alignment patterns; other modules are undefined. */
function functionPatterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const finder = (r0: number, c0: number) => {
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const row = grid[r0 + r];
        if (!row || c0 + c < 0 || c0 + c >= size) continue;
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        row[c0 + c] = ring !== 2 && ring !== 4;
      }
  };
  finder(0, 0);
  finder(0, size - 7);
  finder(size - 7, 0);
  for (let i = 8; i < size - 8; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  if (version > 1) {
    const at = size - 7;
    for (let r = -2; r <= 2; r++)
      for (let c = -2; c <= 2; c++) grid[at + r]![at + c] = Math.max(Math.abs(r), Math.abs(c)) !== 1;
  }
  return grid;
}

/** Writes the format information: the error correction level and the mask, with their BCH code. */
function writeFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const value = (1 << 3) | mask; // 01: error correction L
  let rest = value << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  const bits = ((value << 10) | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const bit = ((bits >> i) & 1) === 1;
    if (i < 6) grid[i]![8] = bit;
    else if (i < 8) grid[i + 1]![8] = bit;
    else grid[size - 15 + i]![8] = bit;
    if (i < 8) grid[8]![size - 1 - i] = bit;
    else if (i < 9) grid[8]![15 - i] = bit;
    else grid[8]![14 - i] = bit;
  }
  grid[size - 8]![8] = true;
}

/** The penalty of a masked code: long runs, 2×2 blocks and an uneven share of dark modules make it hard to read. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let sum = 0;
  for (const at of [(r: number, c: number) => grid[r]![c]!, (r: number, c: number) => grid[c]![r]!]) {
    for (let r = 0; r < size; r++) {
      for (let c = 0, run = 0; c < size; c++) {
        run = c > 0 && at(r, c) === at(r, c - 1) ? run + 1 : 1;
        if (run === 5) sum += 3;
        else if (run > 5) sum += 1;
      }
    }
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++) {
      const bit = grid[r]![c];
      if (bit === grid[r - 1]![c] && bit === grid[r]![c - 1] && bit === grid[r - 1]![c - 1]) sum += 3;
    }
  const dark = grid.flat().filter(Boolean).length / (size * size);
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/** The modules of the code, row by row; `undefined` if the text is too long. */
export function qr(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([data, , blocks]) => bytes.length + 2 <= data * blocks) + 1;
  const kind = VERSIONS[version - 1];
  if (!kind) return undefined;
  const words = codewords(bytes, kind);
  const bits = words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => ((word >> i) & 1) === 1));
  const codes = MASKS.map((masked, mask) => {
    const grid = functionPatterns(version);
    writeFormat(grid, mask);
    const size = grid.length;
    let i = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        const r = up ? size - 1 - step : step;
        for (const c of [right, right - 1]) {
          if (grid[r]![c] === undefined) grid[r]![c] = (bits[i++] ?? false) !== masked(r, c);
        }
      }
    }
    return grid as boolean[][];
  });
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** The code as one SVG path, with its quiet zone of four modules. */
export function qrPath(text: string): { size: number; path: string } | undefined {
  const grid = qr(text);
  if (!grid) return undefined;
  const path = grid
    .flatMap((row, r) => row.flatMap((dark, c) => (dark ? [`M${c + 4} ${r + 4}h1v1h-1z`] : [])))
    .join('');
  return { size: grid.length + 8, path };
}
