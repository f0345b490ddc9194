/**
 * What a page knows of the link that opened it. It leaves the address, where others would see it, and stays with the page's
 * entry in the history: who loads the page anew or comes back to it, such as on a phone that discarded the tab, still has it.
 */
type Opened = { token: string } & Record<string, unknown>;

const stored = (): Partial<Opened> => (history.state as { link?: Partial<Opened> } | null)?.link ?? {};

/** The token of the address, else the one that the page was opened with; empty where there is none. */
export const linkToken = (given: string | undefined): string => given || (stored().token ?? '');

/** Something else that the page still needs after it was loaded anew. */
export const keptWithLink = (name: string): unknown => stored()[name];

/** Takes the link out of the address, but for what comes after the `?`. */
export function keepWithLink(path: string, values: Partial<Opened>): void {
  // The router gives every entry without a key a state of its own.
  history.replaceState({ key: 'link', link: { ...stored(), ...values } }, '', path + location.search);
}
