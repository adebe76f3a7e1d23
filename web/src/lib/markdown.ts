// The rules pages are Markdown. They are parsed into plain values and rendered as text nodes only, so no HTML can be
// injected and no sanitizer is needed.

export type Inline =
  // A file of the source code is named, but cannot be opened from the app.
  { kind: 'text' | 'code' | 'strong' | 'em' | 'file'; text: string } | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: number; id: string; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'quote'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|_([^_]+)_|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function inlines(text: string): Inline[] {
  const out: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) out.push({ kind: 'text', text: text.slice(from, match.index) });
    const [whole, code, strong, star, low, label, href] = match;
    if (code !== undefined) out.push({ kind: 'code', text: code });
    else if (strong !== undefined) out.push({ kind: 'strong', text: strong });
    else if (star !== undefined || low !== undefined) out.push({ kind: 'em', text: star ?? low ?? '' });
    // No `javascript:` or `data:` links.
    else if (label !== undefined && href !== undefined && /^(https?:|#|\/)/.test(href))
      out.push({ kind: 'link', text: label, href });
    else if (label !== undefined && href?.startsWith('../')) out.push({ kind: 'file', text: label });
    else out.push({ kind: 'text', text: label ?? whole });
    from = match.index + whole.length;
  }
  if (from < text.length) out.push({ kind: 'text', text: text.slice(from) });
  return out;
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inlines(cell.trim()));

export function parseMarkdown(text: string): Block[] {
  const lines = text.replace(/\r/g, '').split('\n');
  const blocks: Block[] = [];
  let i = 0;
  const line = () => lines[i] ?? '';
  const special = (text: string) => /^(#{1,6} |```|\||> |\s*[-*] |\s*\d+\. )/.test(text) || text.trim() === '';
  while (i < lines.length) {
    const heading = /^(#{1,6}) (.*)$/.exec(line());
    const fence = /^```(.*)$/.exec(line());
    const item = /^\s*(?:[-*]|(\d+)\.) (.*)$/;
    if (line().trim() === '') i++;
    else if (heading) {
      const title = heading[2] ?? '';
      blocks.push({ kind: 'heading', level: (heading[1] ?? '#').length, id: slug(title), inlines: inlines(title) });
      i++;
    } else if (fence) {
      const body: string[] = [];
      for (i++; i < lines.length && !line().startsWith('```'); i++) body.push(line());
      i++;
      blocks.push({ kind: 'code', language: fence[1] ?? '', text: body.join('\n') });
    } else if (line().startsWith('|')) {
      const rows: string[] = [];
      for (; line().startsWith('|'); i++) rows.push(line());
      const [head = '', ...rest] = rows;
      blocks.push({ kind: 'table', head: cells(head), rows: rest.filter((row) => !/^[|\s:-]+$/.test(row)).map(cells) });
    } else if (item.test(line())) {
      const ordered = item.exec(line())?.[1] !== undefined;
      const items: string[] = [];
      while (i < lines.length && line().trim() !== '') {
        const match = item.exec(line());
        if (match) items.push(match[2] ?? '');
        else items.push(`${items.pop() ?? ''} ${line().trim()}`);
        i++;
      }
      blocks.push({ kind: 'list', ordered, items: items.map(inlines) });
    } else if (line().startsWith('>')) {
      const body: string[] = [];
      for (; line().startsWith('>'); i++) body.push(line().slice(1).trim());
      blocks.push({ kind: 'quote', inlines: inlines(body.join(' ')) });
    } else {
      const body = [line().trim()];
      for (i++; i < lines.length && !special(line()); i++) body.push(line().trim());
      blocks.push({ kind: 'paragraph', inlines: inlines(body.join(' ')) });
    }
  }
  return blocks;
}
