/** What all shapes of the wire are made of. Client and local reporting service read and write by the same ones. */
import { z } from 'zod';

/** The service's list envelope: `{ "@odata.context", value: [...] }` (docs/reference/powerbi.md A0). */
export const listOf = <T>(row: z.ZodType<T>): z.ZodType<T[]> => z.object({ value: z.array(row) }).transform((list) => list.value);

/** A member that the service may leave out or send as null. */
export const maybe = <T extends z.ZodType>(member: T) => member.nullish().transform((value) => value ?? undefined);

/** A text of an error's body, left out when it is empty or no text: a proxy may have answered. */
export const maybeText = z.string().regex(/\S/).optional().catch(undefined);

/** What a service answers in a shape: everything that the client reads, and whatever else the service says. */
export type Sent<Shape extends z.ZodType> = z.input<Shape> & Record<string, unknown>;
