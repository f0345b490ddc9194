import type { GeneratedTable } from './generatedTable.ts';
import { generateRetail } from './retail.ts';

/** The generators that a model may name, each answering all of its tables at once. */
export const generators: Record<string, () => Record<string, GeneratedTable>> = {
  retail: generateRetail,
};
