/** Terms above the unit: the partner's for all its units, the operator's for the platform. Each sees and writes its own. */
import { termDesk } from './terms.ts';

// For partner and operator; roles of a unit write the unit's own terms.
const desk = { capability: 'business_units', right: 'write' } as const;

export const { list, get, add, update, remove, publish, versions, acceptances, exportAcceptances } = termDesk('/api/shared_terms', {
  whose: 'the partner, or of the platform',
  object: 'shared_term',
  read: desk,
  write: desk,
});
