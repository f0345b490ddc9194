/** Publishing what is written of a term as its next version. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { uuidv7 } from '#platform/database/uuid.ts';

/** The tables of a unit's terms, or of those above it, and the column of the owner. */
type Tables = Record<'term' | 'version' | 'owner', RawBuilder<unknown>>;

/** The next version of a term that is at this version of its row. Where nothing is unpublished, as for the second of two parallel calls, nothing happens. */
export const publishedVersion = (
  { term, version: versions, owner }: Tables,
  { id, version, at, by }: { id: string; version: number; at: Date; by: string },
): RawBuilder<unknown> => sql`
  insert into ${versions} (${owner}, id, term_id, number, title, text, text_hash, published_at, published_by)
  select t.${owner}, ${uuidv7()}::uuid, t.id, coalesce((select max(v.number) from ${versions} v where v.term_id = t.id), 0) + 1,
    t.title, t.text, sha256(convert_to(t.title || E'\n' || t.text, 'UTF8')), ${at}, ${by}
  from ${term} t where t.id = ${id} and t.version = ${version}
    and not exists (select from ${versions} v where v.term_id = t.id and v.title = t.title and v.text = t.text
      and v.number = (select max(number) from ${versions} where term_id = t.id))`;
