// Routes of the app. A table's address is shared with others, so it contains the table's id and no secret.

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; ply: number | undefined }
  | { page: 'load' }
  | { page: 'verify'; id: string | undefined }
  | { page: 'seat'; id: string }
  | { page: 'rules'; game: string; ruling: string | undefined }
  | { page: 'mine' }
  | { page: 'help' }
  | { page: 'missing' };

const ID = /^[A-Za-z0-9_-]{1,64}$/;

export function parse(path: string, search = '', hash = ''): Route {
  const words = path.split('/').filter(Boolean);
  const [page, name] = words;
  if (page === undefined) return { page: 'home' };
  if (words.length === 1 && (page === 'help' || page === 'mine')) return { page };
  if (words.length === 1 && page === 'verify') return { page, id: undefined };
  if (words.length === 1 && page === 'replay') return { page: 'load' };
  if (words.length !== 2 || name === undefined || !ID.test(name)) return { page: 'missing' };
  switch (page) {
    case 'new':
    case 'learn':
      return { page, game: name };
    case 'verify':
    case 'seat':
      return { page, id: name };
    case 't':
      return { page: 'table', id: name };
    case 'replay': {
      const ply = new URLSearchParams(search).get('ply');
      return { page, id: name, ply: ply !== null && /^\d{1,6}$/.test(ply) ? Number(ply) : undefined };
    }
    case 'rules':
      return { page, game: name, ruling: /^#[A-Z]\d{1,2}$/.test(hash) ? hash.slice(1) : undefined };
    default:
      return { page: 'missing' };
  }
}

export const paths = {
  home: () => '/',
  newTable: (game: string) => `/new/${game}`,
  learn: (game: string) => `/learn/${game}`,
  table: (id: string) => `/t/${id}`,
  replay: (id: string, ply?: number) => `/replay/${id}${ply === undefined ? '' : `?ply=${ply}`}`,
  load: () => '/replay',
  verify: (id?: string) => (id === undefined ? '/verify' : `/verify/${id}`),
  seat: (id: string) => `/seat/${id}`,
  rules: (game: string, ruling?: string) => `/rules/${game}${ruling ? `#${ruling}` : ''}`,
  mine: () => '/mine',
  help: () => '/help',
};
