/** What somebody writes behind an `@`, up to where they are: a name or its beginning, with at most one space in it. */
const token = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u;

/** Where the `@` stands and what is written behind it; null where nobody is being named. */
export function tokenBefore(text: string, caret: number): { from: number; words: string } | null {
  const words = token.exec(text.slice(0, caret))?.[1];
  return words === undefined ? null : { from: caret - words.length - 1, words };
}

export type Named = { id: string; name: string };

/** Of those who were chosen, whose names still stand in the text. */
export const stillNamed = (text: string, chosen: readonly Named[]): string[] => [
  ...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
];
