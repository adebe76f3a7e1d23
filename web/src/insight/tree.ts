// Variations of a game as a tree. Every change makes a new tree, so that a page can compare and undo them. Children of a node are
// in order of importance: the first one continues the line.

import type { PlayedEvent } from '../wire.gen';

export interface Node {
  id: number;
  parent: number | undefined;
  /** What leads here; nothing at the root. */
  event: PlayedEvent | undefined;
  comment: string;
  children: number[];
}

export interface Tree {
  nodes: ReadonlyMap<number, Node>;
  /** The number of the next node. */
  next: number;
}

export const ROOT = 0;

export const emptyTree = (): Tree => ({
  nodes: new Map([[ROOT, { id: ROOT, parent: undefined, event: undefined, comment: '', children: [] }]]),
  next: 1,
});

export function nodeOf(tree: Tree, id: number): Node {
  const found = tree.nodes.get(id) ?? tree.nodes.get(ROOT);
  if (!found) throw new Error('a tree has a root');
  return found;
}

export const sameEvent = (a: PlayedEvent | undefined, b: PlayedEvent | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  (a.seats ?? []).join() === (b.seats ?? []).join() &&
  a.texts.join('|') === b.texts.join('|');

const change = (tree: Tree, ...changed: Node[]): Tree => ({
  ...tree,
  nodes: new Map([...tree.nodes, ...changed.map((node): [number, Node] => [node.id, node])]),
});

/** Adds an event after a node. An event that is there already is not added again. */
export function add(tree: Tree, parent: number, event: PlayedEvent): { tree: Tree; id: number } {
  const before = nodeOf(tree, parent);
  const known = before.children.find((id) => sameEvent(nodeOf(tree, id).event, event));
  if (known !== undefined) return { tree, id: known };
  const id = tree.next;
  const made: Node = { id, parent: before.id, event, comment: '', children: [] };
  const grown = change({ ...tree, next: id + 1 }, { ...before, children: [...before.children, id] }, made);
  return { tree: grown, id };
}

/** Adds a line of events; the id is that of its last event. */
export function addLine(tree: Tree, parent: number, events: readonly PlayedEvent[]): { tree: Tree; id: number } {
  // One copy of the map for all events: a long record would otherwise take quadratic time.
  const nodes = new Map(tree.nodes);
  let { next } = tree;
  let at = nodeOf(tree, parent);
  for (const event of events) {
    const known = at.children.map((id) => nodes.get(id)).find((node) => sameEvent(node?.event, event));
    if (known) {
      at = known;
      continue;
    }
    const made: Node = { id: next, parent: at.id, event, comment: '', children: [] };
    nodes.set(at.id, { ...at, children: [...at.children, next] });
    nodes.set(next, made);
    next += 1;
    at = made;
  }
  return { tree: { nodes, next }, id: at.id };
}

/** The nodes from the root to a node, both included. */
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = nodeOf(tree, id); node; node = tree.nodes.get(node.parent ?? -1)) path.push(node);
  return path.toReversed();
}

export const eventsTo = (tree: Tree, id: number): PlayedEvent[] => pathTo(tree, id).flatMap(({ event }) => event ?? []);

/** The nodes after a node as the line continues. */
export function lineFrom(tree: Tree, id: number): Node[] {
  const line: Node[] = [];
  for (let next = nodeOf(tree, id).children[0]; next !== undefined; next = line.at(-1)?.children[0])
    line.push(nodeOf(tree, next));
  return line;
}

export const isMainLine = (tree: Tree, id: number): boolean =>
  pathTo(tree, id).every((node) => node.parent === undefined || nodeOf(tree, node.parent).children[0] === node.id);

/** Makes the line to a node one step more important: at its last branching it becomes the first choice. */
export function promote(tree: Tree, id: number): Tree {
  const branch = pathTo(tree, id)
    .toReversed()
    .find((node) => node.parent !== undefined && nodeOf(tree, node.parent).children[0] !== node.id);
  if (branch?.parent === undefined) return tree;
  const parent = nodeOf(tree, branch.parent);
  return change(tree, { ...parent, children: [branch.id, ...parent.children.filter((child) => child !== branch.id)] });
}

/** Deletes a node with everything after it; the id is that of the node before it. */
export function remove(tree: Tree, id: number): { tree: Tree; id: number } {
  const { parent } = nodeOf(tree, id);
  if (parent === undefined) return { tree, id: ROOT };
  const nodes = new Map(tree.nodes);
  const drop = (one: number) => {
    for (const child of nodes.get(one)?.children ?? []) drop(child);
    nodes.delete(one);
  };
  drop(id);
  const before = nodeOf(tree, parent);
  nodes.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
  return { tree: { ...tree, nodes }, id: parent };
}

export const comment = (tree: Tree, id: number, text: string): Tree =>
  change(tree, { ...nodeOf(tree, id), comment: text });

/** A line of a tree as people read it: events, and after an event the other choices in its place. */
export interface Row {
  node: Node;
  /** How many events lead to it, itself included. */
  depth: number;
  /** The other choices, each a line of its own. */
  others: Row[][];
}

/** The rows after a node. Not recursive along a line, because a game can have thousands of events. */
export function rowsAfter(tree: Tree, id: number, depth = pathTo(tree, id).length - 1): Row[] {
  const rows: Row[] = [];
  let at = nodeOf(tree, id);
  for (;;) {
    const [first, ...rest] = at.children;
    if (first === undefined) return rows;
    depth += 1;
    const others = rest.map((other) => [
      { node: nodeOf(tree, other), depth, others: [] },
      ...rowsAfter(tree, other, depth),
    ]);
    at = nodeOf(tree, first);
    rows.push({ node: at, depth, others });
  }
}
