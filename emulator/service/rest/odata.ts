import { z } from 'zod';
import { invalidRequest } from '../serviceError.ts';
import type { Service } from '../service.ts';

const count = z.coerce.number().int().nonnegative();
const query = z.object({ $top: count.max(5_000).optional(), $skip: count.optional(), $filter: z.string().optional() });

/** The list envelope of docs/reference/powerbi.md A0. */
export const list = <T>(service: Service, kind: string, value: T[]) => ({
  '@odata.context': `${service.origin()}/v1.0/myorg/$metadata#${kind}`,
  value,
});

/** `$top` and `$skip` of the query, applied. */
export const page = <T>(rows: T[], given: unknown): T[] => {
  const parsed = query.safeParse(given);
  const name = parsed.error?.issues[0]?.path[0];
  if (name === '$filter') throw invalidRequest('The query option $filter can only be given once.');
  if (!parsed.success) throw invalidRequest('The query options $top and $skip must be whole numbers of at least 0.');
  const { $top = rows.length, $skip = 0 } = parsed.data;
  return rows.slice($skip, $skip + $top);
};

const equals = /^(?<member>\w+) eq '(?<text>(?:[^']|'')*)'$/i;
const contains = /^contains\((?<member>\w+), ?'(?<text>(?:[^']|'')*)'\)$/i;

/** `$filter` for the two forms that clients use: `name eq 'x'` and `contains(name,'x')`, without regard to letter case. */
export const filter = <T extends object>(rows: T[], given: unknown): T[] => {
  const wish = query.safeParse(given).data?.$filter?.trim();
  if (wish === undefined || wish === '') return rows;
  const match = equals.exec(wish) ?? contains.exec(wish);
  const { member = '', text = '' } = match?.groups ?? {};
  if (!match || !rows.every((row) => member in row)) throw invalidRequest(`The filter '${wish}' is not valid.`);
  const wanted = text.replaceAll("''", "'").toLowerCase();
  const isExact = equals.test(wish);
  return rows.filter((row) => {
    const value = String(Object.entries(row).find(([name]) => name === member)?.[1]).toLowerCase();
    return isExact ? value === wanted : value.includes(wanted);
  });
};
