/** What of a document has to be written into a unit. */
import type { SetupDocument, SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { UnitSetup } from '#domain/organisation/setup/readSetup.ts';
import { itemsOf, stepsOf } from './setup.rules.ts';

/** A document with the sections that are wanted, the unit as it is, and who asked for it when. */
export type Writing = { document: SetupDocument; unit: UnitSetup; at: Date; tenant_id: string; asked_by: { id: string; name: string } };

/** A thing to write; of one that is there, the id of its row. */
export type Todo<Item> = { item: Item; id: string; added: boolean };

/** What of a section has to be written. Rows stand in the order of the unit's document. */
export function todoOf<Item>(
  { document, unit }: Writing,
  section: SetupSection,
  items: readonly Item[] | undefined,
  rows: readonly { id: string }[],
): Todo<Item>[] {
  if (!items) return [];
  const ids = new Map(itemsOf(unit.document, section).map(({ key }, at) => [key, rows[at]?.id]));
  const kinds = new Map(stepsOf(document, unit.document, section).map(({ key, kind }) => [key, kind]));
  return itemsOf(document, section).flatMap(({ key }, at) => {
    const [item, kind] = [items[at], kinds.get(key)];
    return item === undefined || kind === undefined ? [] : [{ item, id: ids.get(key) ?? uuidv7(), added: kind === 'added' }];
  });
}
