/** A decision as it is told: whether somebody sees the report, with which rows, and why. */
import type { Decision } from './decide.ts';

export const explained = (decision: Decision) => ({
  see: decision.see,
  why: decision.see ? null : decision.why,
  filters: decision.see ? decision.filters : [],
  identity: decision.see ? decision.identity : null,
  reasons: decision.reasons,
});
