/** The server said that terms have to be accepted before anything else: the shell makes way for them. */
import { createState } from './state.ts';

export const termsDue = createState(false);
