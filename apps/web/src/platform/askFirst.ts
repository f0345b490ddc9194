/** Calls that the server answers with a question first. */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { failureOf } from './failure.ts';
import { toast } from './toast.ts';

/** Where the server refuses with the word, its sentence is the question; a yes calls again, agreed. */
export async function askFirst<T>(word: ErrorWord, run: (agreed: boolean) => Promise<T>): Promise<T> {
  try {
    return await run(false);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.word !== word || !(await toast.confirm(failure.message))) throw error;
    return run(true);
  }
}
