import type { QueryTable, VisualQuery } from '../../definitions/queries.ts';

/** Answers by question, so that only what changed is asked again. The oldest go first. */
export type AnswerCache = {
  get: (query: VisualQuery) => QueryTable | undefined;
  put: (query: VisualQuery, table: QueryTable) => void;
  clear: () => void;
};

const keyOf = (query: VisualQuery): string => JSON.stringify({ ...query, id: undefined });

export function createCache(limit = 300): AnswerCache {
  const answers = new Map<string, QueryTable>();
  return {
    get(query) {
      const key = keyOf(query);
      const found = answers.get(key);
      if (found) {
        answers.delete(key);
        answers.set(key, found);
      }
      return found;
    },
    put(query, table) {
      answers.set(keyOf(query), table);
      for (const key of answers.keys()) {
        if (answers.size <= limit) break;
        answers.delete(key);
      }
    },
    clear: () => answers.clear(),
  };
}
