/** Whether a reader has changed how a report is shown follows from its states: as it was made, as it was drawn, as it is now. */

/** As the service writes it; null when the report cannot tell. */
type State = string | null;
type Captured = Promise<State>;

export type ViewChanges = {
  /** The report was drawn, on this page. True when the reader may have changed something. */
  drawn: (page: string | null) => boolean;
  /** What is drawn next is another page, which is no change. */
  pageTurned: () => void;
  /** The state before the reader changed anything; undefined until it was drawn. */
  untouched: () => Captured | undefined;
  /** It is shown anew, as it was made. */
  startAgain: () => void;
  /** Every change was taken back; it stands on this page. */
  takenBack: (page: string | null) => Promise<void>;
  /** The present state, but null when nothing differs from how the report was made or was noted last. */
  changed: () => Captured;
  /** This page as the report was made; null when that is not known. */
  made: (page: string | null) => Captured;
  /** Notes the current state as saved. */
  note: (state: State) => void;
};

/** `asMade`: the report is opened without a state of somebody’s own. */
export function watchChanges(capture: () => Captured, asMade: boolean): ViewChanges {
  let opensAsMade = asMade;
  let untouched: Captured | undefined;
  /** The state to compare with. It follows page changes, which do not count as changes. */
  let noted: Captured | undefined;
  /** The state at the last rendering. */
  let last: Captured | undefined;
  let turning = false;
  /** Unchanged states of pages, by page name. */
  const made = new Map<string | null, Captured>();

  /** A change on the previous page that was not noted yet still counts after the page change. */
  const afterTurn = async (before: Captured | undefined, was: Captured | undefined, page: string | null): Captured => {
    const now = capture();
    if ((await before) !== (await was)) return (await before) ?? null;
    const pages = await Promise.all(made.values());
    if (pages.includes((await before) ?? null)) made.set(page, now);
    return now;
  };
  const begin = (page: string | null) => {
    untouched = capture();
    last = untouched;
    noted = untouched;
    if (opensAsMade) made.set(page, untouched);
  };
  return {
    drawn: (page) => {
      if (untouched === undefined) {
        begin(page);
        return false;
      }
      const turned = turning;
      turning = false;
      if (turned) noted = afterTurn(noted, last, page);
      last = capture();
      return !turned;
    },
    pageTurned: () => {
      turning = true;
    },
    untouched: () => untouched,
    startAgain: () => {
      opensAsMade = true;
      untouched = undefined;
      made.clear();
    },
    takenBack: async (page) => {
      const now = capture();
      noted = now;
      last = now;
      made.set(page, now);
      await now;
    },
    changed: async () => {
      const [now, before] = await Promise.all([capture(), noted]);
      return now === before ? null : now;
    },
    made: async (page) => (await made.get(page)) ?? null,
    note: (state) => {
      noted = Promise.resolve(state);
    },
  };
}
