import { generateClinic } from './clinic.ts';
import { generateEnergy } from './energy.ts';
import type { GeneratedTable } from './generatedTable.ts';
import { generateLogistics } from './logistics.ts';
import { generateRetail } from './retail.ts';

/** The generators that a model may name, each answering all of its tables at once. */
export const generators: Record<string, () => Record<string, GeneratedTable>> = {
  clinic: generateClinic,
  energy: generateEnergy,
  logistics: generateLogistics,
  retail: generateRetail,
};
