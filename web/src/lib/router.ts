// Routes of the app. A table's address is shared with others, so it contains the table's id and no secret.

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string; chosen: NewTableChoice }
  | { page: 'learn'; game: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; ply: number | undefined }
  | { page: 'load' }
  | { page: 'verify'; id: string | undefined }
  | { page: 'seat'; id: string }
  | { page: 'rules'; game: string; ruling: string | undefined }
  | { page: 'mine' }
  | { page: 'analysis'; from: AnalysisFrom }
  | { page: 'review'; id: string; ply: number | undefined }
  | { page: 'puzzles' }
  | { page: 'puzzle'; id: string }
  | { page: 'help' }
  | { page: 'missing' };

/** What was chosen before the form of a new table was opened: how many play, who the others are, and where I sit. */
export interface NewTableChoice {
  seats?: number | undefined;
  /** A bot of this level, "open" for friends by link, or "here" for people at this device. */
  others?: string | undefined;
  /** From 1; left out where it is drawn. */
  place?: number | undefined;
}

/** What an analysis begins with: one kept in this browser, a link that holds one, a game, a table or a record. */
export interface AnalysisFrom {
  study?: string | undefined;
  link?: string | undefined;
  spec?: string | undefined;
  position?: string | undefined;
  /** The game to set a position up for, beginning with `position`. */
  setup?: string | undefined;
  /** The id of a table, or that of the record opened in this tab. */
  record?: string | undefined;
  ply?: number | undefined;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

export function parse(path: string, search = '', hash = ''): Route {
  const words = path.split('/').filter(Boolean);
  const [page, name] = words;
  if (page === undefined) return { page: 'home' };
  if (words.length === 1 && (page === 'help' || page === 'mine')) return { page };
  if (words.length === 1 && page === 'verify') return { page, id: undefined };
  if (words.length === 1 && page === 'replay') return { page: 'load' };
  if (words.length === 1 && page === 'puzzles') return { page };
  if (words.length === 1 && page === 'analysis') return { page, from: analysisFrom(search, hash) };
  if (words.length !== 2 || name === undefined || !ID.test(name)) return { page: 'missing' };
  switch (page) {
    case 'new':
      return { page, game: name, chosen: newTableChoice(search) };
    case 'learn':
      return { page, game: name };
    case 'verify':
    case 'seat':
      return { page, id: name };
    case 't':
      return { page: 'table', id: name };
    case 'replay':
    case 'review':
      return { page, id: name, ply: plyIn(search) };
    case 'puzzles':
      return { page: 'puzzle', id: name };
    case 'rules':
      return { page, game: name, ruling: /^#[A-Z]\d{1,2}$/.test(hash) ? hash.slice(1) : undefined };
    default:
      return { page: 'missing' };
  }
}

function newTableChoice(search: string): NewTableChoice {
  const query = new URLSearchParams(search);
  const number = (name: string) => (/^\d{1,2}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined);
  const others = query.get('others') ?? '';
  return {
    seats: number('seats'),
    others: /^(bot[1-5]|open|here)$/.test(others) ? others : undefined,
    place: number('place'),
  };
}

function plyIn(search: string): number | undefined {
  const ply = new URLSearchParams(search).get('ply');
  return ply !== null && /^\d{1,6}$/.test(ply) ? Number(ply) : undefined;
}

function analysisFrom(search: string, hash: string): AnalysisFrom {
  const query = new URLSearchParams(search);
  const word = (name: string) => query.get(name) ?? undefined;
  const id = (name: string) => (ID.test(query.get(name) ?? '') ? word(name) : undefined);
  return {
    study: id('study'),
    link: hash.length > 1 ? hash.slice(1) : undefined,
    spec: word('spec'),
    position: word('position'),
    setup: word('setup'),
    record: id('record'),
    ply: plyIn(search),
  };
}

export const paths = {
  home: () => '/',
  newTable: (game: string, { seats, others, place }: NewTableChoice = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ seats, others, place }))
      if (value !== undefined) query.set(name, String(value));
    return `/new/${game}${query.size ? `?${query.toString()}` : ''}`;
  },
  learn: (game: string) => `/learn/${game}`,
  table: (id: string) => `/t/${id}`,
  replay: (id: string, ply?: number) => `/replay/${id}${ply === undefined ? '' : `?ply=${ply}`}`,
  load: () => '/replay',
  verify: (id?: string) => (id === undefined ? '/verify' : `/verify/${id}`),
  seat: (id: string) => `/seat/${id}`,
  rules: (game: string, ruling?: string) => `/rules/${game}${ruling ? `#${ruling}` : ''}`,
  mine: () => '/mine',
  help: () => '/help',
  analysis: ({ link, ...from }: AnalysisFrom = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(from)) if (value !== undefined) query.set(name, String(value));
    const search = query.toString();
    return `/analysis${search ? `?${search}` : ''}${link === undefined ? '' : `#${link}`}`;
  },
  review: (id: string, ply?: number) => `/review/${id}${ply === undefined ? '' : `?ply=${ply}`}`,
  puzzles: () => '/puzzles',
  puzzle: (id: string) => `/puzzles/${id}`,
};
