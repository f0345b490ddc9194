/**
 * The Portuguese and irregular names that the specification fixes on the wire, in one place.
 * Inside the portal a yes/no is a boolean and a name is English; here they are translated.
 */
import { z } from 'zod';

/** `'S'` or `'N'` on the wire, a boolean inside. */
export const flag = z.enum(['S', 'N']);
export type Flag = z.infer<typeof flag>;

export const toFlag = (yes: boolean): Flag => (yes ? 'S' : 'N');
export const fromFlag = (value: Flag): boolean => value === 'S';

/** Entity status codes: blocked, inactive, test (in a unit on trial), active; D is deactivated. */
export const entityStatus = z.enum(['A', 'B', 'I', 'T', 'D']);
export type EntityStatus = z.infer<typeof entityStatus>;
