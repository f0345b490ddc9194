/** A published theme of a unit, without the calls that make one. */
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { sql } from 'kysely';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Owner } from './owner.ts';

export async function giveTheme(owner: Owner, tenant_id: string, document: Partial<ThemeDocument>, name = 'Own'): Promise<void> {
  const [id, published] = [uuidv7(), JSON.stringify({ ...nothingOwn, ...document })];
  await owner.run(sql`
    insert into theme (id, tenant_id, name, draft, published, number, published_at)
    values (${id}, ${tenant_id}, ${name}, ${published}::jsonb, ${published}::jsonb, 1, now())`);
  await owner.run(sql`update tenant_setting set theme_id = ${id} where tenant_id = ${tenant_id}`);
}
