// Which controls of a table are shown to a seat, and what they are called.

import type { ControlName, ControlView, TableView } from '../wire.gen';

const ORDER: ControlName[] = ['undo', 'ask-take-back', 'offer-draw', 'resign'];
/** Refusals that stay as long as the game: no draws by the rules, only bots to ask, no one to ask. */
const NEVER = ['table-no-draws', 'table-bots-fight', 'table-alone'];

export interface Control extends ControlView {
  label: ControlName;
  /** The seat that asks. */
  seat: number;
}

/**
 * A control that can never be used at this table is left out. Bots always agree to take a move back: among them it is one
 * control, "Undo", whichever of the two requests the table takes. Among people it is "Undo" as long as the own move is the
 * last, and then the question to the others. At one device it undoes the last move, whoever made it.
 */
export function controlsOf(view: Pick<TableView, 'phase' | 'seats' | 'you'>, seat: number | undefined): Control[] {
  if (view.phase !== 'playing' || seat === undefined) return [];
  const given = view.you.find((mine) => mine.seat === seat)?.controls ?? [];
  const usable = ORDER.flatMap((name) =>
    given.filter(({ control, refused }) => control === name && !NEVER.includes(refused?.text.key ?? '')),
  );
  const mine = view.you.map((one) => one.seat);
  const people = view.seats.some((one) => one.kind === 'person' && !mine.includes(one.seat));
  const ask = usable.find(({ control }) => control === 'ask-take-back');
  const undo = usable.find(({ control }) => control === 'undo');
  if (people && undo && ask) {
    const left = undo.refused && !ask.refused ? undo : ask;
    return usable.filter((one) => one !== left).map((one) => ({ ...one, label: one.control, seat }));
  }
  const asked = people ? undefined : ask;
  return usable
    .filter((one) => one !== asked)
    .map((one) => {
      if (one.control !== 'undo' || !one.refused) return { ...one, label: one.control, seat };
      if (asked && !asked.refused) return { ...asked, label: one.control, seat };
      const other = view.you.find(({ controls }) =>
        controls.some(({ control, refused }) => control === 'undo' && !refused),
      );
      return other
        ? { control: one.control, label: one.control, seat: other.seat }
        : { ...one, label: one.control, seat };
    });
}
