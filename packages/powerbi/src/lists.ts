import { z } from 'zod';
import type { CallOptions } from './http.ts';

export type ListOptions = CallOptions & {
  /** At most so many rows. */
  top?: number | undefined;
  /** Leave out so many first. */
  skip?: number | undefined;
};

/** The service's list envelope: `{ "@odata.context", value: [...] }` (powerbi.md A0). */
export const listOf = <T>(row: z.ZodType<T>): z.ZodType<T[]> => z.object({ value: z.array(row) }).transform((list) => list.value);

/** `$top` and `$skip` of a list call. */
export const paging = ({ top, skip }: ListOptions): Record<string, number | undefined> => ({ $top: top, $skip: skip });

/** A member that the service may leave out or send as null. */
export const maybe = <T extends z.ZodType>(member: T) => member.nullish().transform((value) => value ?? undefined);
