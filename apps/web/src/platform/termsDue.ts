/** Set when the server demands that terms are accepted first: the shell then shows only the terms. */
import { createState } from './state.ts';

export const termsDue = createState(false);
