// Specs: a game with its options in one word, `traxx:seats=3,open=seats`. Default values are left out.

export interface Spec {
  game: string;
  values: Record<string, string>;
}

export function readSpec(text: string): Spec {
  const [game = '', rest = ''] = text.split(':');
  const values: Record<string, string> = {};
  for (const pair of rest.split(',').filter(Boolean)) {
    const at = pair.indexOf('=');
    values[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return { game, values };
}

export function writeSpec(game: string, values: Record<string, string>, defaults: Record<string, string>): string {
  const pairs = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  return pairs.length ? `${game}:${pairs.map(([name, value]) => `${name}=${value}`).join(',')}` : game;
}
