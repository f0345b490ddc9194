/** What the doctor says of one part of an installation. */
export type Finding = {
  part: 'settings' | 'machine' | 'database' | 'jobs' | 'mail' | 'reporting service' | 'entrance' | 'domains' | 'backup' | 'erasures';
  /** `ill`: people notice it, or will. `weak`: it works, and something should be done. */
  verdict: 'well' | 'weak' | 'ill';
  /** A sentence; of what is not well also what to do about it. */
  text: string;
};

type Teller = Record<Finding['verdict'], (text: string) => Finding>;

/** Makes findings of one part: `of('mail').ill('…')`. */
export const of = (part: Finding['part']): Teller => ({
  well: (text) => ({ part, verdict: 'well', text }),
  weak: (text) => ({ part, verdict: 'weak', text }),
  ill: (text) => ({ part, verdict: 'ill', text }),
});

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A second step accepts codes of half a minute before and after. */
const clockToleranceMs = 30_000;

/** What a clock elsewhere says of ours; null where they agree. */
export function clockDifference(theirs: Date, asked: number, answered: number): string | null {
  const difference = theirs.getTime() - (asked + answered) / 2;
  if (Number.isNaN(difference) || Math.abs(difference) - (answered - asked) / 2 < clockToleranceMs) return null;
  return `${Math.round(Math.abs(difference) / 1000)} seconds ${difference > 0 ? 'ahead of' : 'behind'}`;
}
