// A study: a start position with its tree of variations. Kept in this browser, shared as a link, exported as a record.

import type { NameRow, PlayedEvent } from '../wire.gen';
import { addLine, comment, emptyTree, lineFrom, nodeOf, ROOT, rowsAfter, type Row, type Tree } from './tree';

export interface Study {
  spec: string;
  /** The position it starts from; the game's own start if absent. */
  start?: string | undefined;
  names: NameRow[];
  tree: Tree;
}

export const newStudy = (spec: string, start?: string, names: NameRow[] = []): Study => ({
  spec,
  start,
  names,
  tree: emptyTree(),
});

/** `1: e2-e3`, `*: roll 3 4`, `1+2: x | y`: an event as records write it. */
export const writeEvent = ({ seats = [], texts }: PlayedEvent): string =>
  `${seats.join('+') || '*'}: ${texts.join(' | ')}`;

export function readEvent(text: string): PlayedEvent | undefined {
  const found = /^\s*(\*|[1-9](?:\+[1-9])*)\s*:\s*(.*?)\s*$/.exec(text);
  if (!found) return undefined;
  const seats = found[1] === '*' ? [] : (found[1] ?? '').split('+').map(Number);
  const texts = (found[2] ?? '').split('|').map((part) => part.trim());
  return texts.length === Math.max(1, seats.length) ? { seats, texts } : undefined;
}

/** An event, a comment on the event before it (`["text"]`), or the other choices instead of it. */
type Item = string | { c: string } | Item[];

interface Packed {
  v: 1;
  g: string;
  p?: string | undefined;
  n?: [number, string][];
  t: Item[];
}

function packRows(rows: Row[]): Item[] {
  return rows.flatMap(({ node, others }) => [
    node.event ? writeEvent(node.event) : '',
    ...(node.comment ? [{ c: node.comment }] : []),
    ...others.map(packRows),
  ]);
}

/** Adds packed items after a node. Events are added together, so that a long game takes linear time. */
function unpack(tree: Tree, parent: number, items: readonly unknown[]): Tree {
  let [before, at] = [parent, parent];
  let run: PlayedEvent[] = [];
  const flush = () => {
    if (run.length === 0) return;
    const line = addLine(tree, at, run);
    [tree, at, run] = [line.tree, line.id, []];
    before = nodeOf(tree, at).parent ?? ROOT;
  };
  for (const item of items) {
    if (typeof item === 'string') {
      const event = readEvent(item);
      if (!event) throw new Error(`no event: ${item}`);
      run.push(event);
      continue;
    }
    flush();
    if (Array.isArray(item)) tree = unpack(tree, before, item);
    else if (typeof item === 'object' && item !== null && 'c' in item && typeof item.c === 'string')
      tree = comment(tree, at, item.c);
  }
  flush();
  return tree;
}

export function packStudy({ spec, start, names, tree }: Study): string {
  const root = nodeOf(tree, ROOT).comment;
  const packed: Packed = {
    v: 1,
    g: spec,
    ...(start === undefined ? {} : { p: start }),
    ...(names.length ? { n: names.map(({ seat, name }): [number, string] => [seat, name]) } : {}),
    t: [...(root ? [{ c: root }] : []), ...packRows(rowsAfter(tree, ROOT))],
  };
  return JSON.stringify(packed);
}

/** Reads what `packStudy` writes; throws at anything else, which may come from anywhere. */
export function unpackStudy(text: string): Study {
  const packed = JSON.parse(text) as Partial<Packed>;
  if (packed.v !== 1 || typeof packed.g !== 'string' || !Array.isArray(packed.t)) throw new Error('no study');
  const names = (Array.isArray(packed.n) ? packed.n : []).flatMap(([seat, name]) =>
    typeof seat === 'number' && typeof name === 'string' ? [{ seat, name }] : [],
  );
  return {
    spec: packed.g,
    start: typeof packed.p === 'string' ? packed.p : undefined,
    names,
    tree: unpack(emptyTree(), ROOT, packed.t),
  };
}

/** Packs bytes for an address. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  way: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(way);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function toFragment(study: Study): Promise<string> {
  const bytes = await through(new TextEncoder().encode(packStudy(study)), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function fromFragment(fragment: string): Promise<Study> {
  const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return unpackStudy(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function writeVariation(rows: Row[]): string {
  return rows
    .map(({ node, others }) => {
      const event = node.event ? writeEvent(node.event) : '';
      const note = node.comment ? ` {${oneLine(node.comment).replaceAll(/[{}]/g, '')}}` : '';
      return [`${event}${note}`, ...others.map((other) => `(${writeVariation(other)})`)].join(' ');
    })
    .join('; ');
}

/** The study as a record: the main line, with comments and other choices as remarks. */
export function toRecord({ spec, start, names, tree }: Study, rules: number): string {
  const lines = [`game: ${spec}`, `rules: ${rules}`];
  for (const { seat, name } of names) lines.push(`seat ${seat}: ${oneLine(name)}`);
  if (start !== undefined) lines.push(`start: ${start}`);
  lines.push('');
  const remark = (text: string) => text && lines.push(`# ${oneLine(text)}`);
  remark(nodeOf(tree, ROOT).comment);
  for (const { node, others } of rowsAfter(tree, ROOT)) {
    if (node.event) lines.push(writeEvent(node.event) + (node.comment ? `    # ${oneLine(node.comment)}` : ''));
    for (const other of others) remark(`or ${writeVariation(other)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A study with nothing but one line of events. */
export const lineOnly = (study: Study, events: readonly PlayedEvent[]): Study => ({
  ...study,
  tree: addLine(emptyTree(), ROOT, events).tree,
});

/** The study of a record; remarks on an event's line become its comment. */
export function fromRecord(
  record: { spec: string; start: string; names: NameRow[]; steps: { seats: number[]; texts: string[] }[] },
  text: string,
): Study {
  const study = newStudy(record.spec, record.start, record.names);
  let { tree } = addLine(
    study.tree,
    ROOT,
    record.steps.map(({ seats, texts }) => ({ seats, texts })),
  );
  const remarks = text
    .split('\n')
    .filter((line) => /^\s*(\*|\d[\d+]*)\s*:/.test(line))
    .map((line) => /#\s*(.+?)\s*$/.exec(line)?.[1] ?? '');
  lineFrom(tree, ROOT).forEach(({ id }, i) => {
    const remark = remarks[i];
    if (remark) tree = comment(tree, id, remark);
  });
  return { ...study, tree };
}
