import type { CallOptions } from './http.ts';

export type ListOptions = CallOptions & {
  /** At most so many rows. */
  top?: number | undefined;
  /** Leave out so many first. */
  skip?: number | undefined;
};

/** `$top` and `$skip` of a list call. */
export const paging = ({ top, skip }: ListOptions): Record<string, number | undefined> => ({ $top: top, $skip: skip });
