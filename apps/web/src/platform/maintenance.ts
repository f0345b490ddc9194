/** Set while the server refuses whoever is inside because of maintenance: the shell then covers the screen. */
import { createState } from './state.ts';

export const maintenance = createState<{ until: string | null; message: string | null } | null>(null);
