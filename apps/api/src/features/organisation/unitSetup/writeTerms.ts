/** Terms and playlists of a document, as statements. */
import { nameKey } from '@vitrine/contract/organisation/setupDocument.ts';
import { sql } from 'kysely';
import { publishedVersion } from '#domain/terms/publishTerm.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import type { Writing } from './todo.ts';
import { todoOf } from './todo.ts';

const shelf = { term: sql.table('term'), version: sql.table('term_version'), owner: sql.raw('tenant_id') };

/** A term is published as the document says it; what was being written of it gives way. */
export function writeTerms(work: Writing, groups: ReadonlyMap<string, string>): Statement[] {
  const { rows } = work.unit;
  const versions = new Map(rows.terms.map(({ id, version }) => [id, version]));
  return todoOf(work, 'terms', work.document.terms, rows.terms).flatMap(({ item: { user_groups, ...term }, id, added }): Statement[] => {
    const values = { ...term, group_ids: user_groups.flatMap((name) => groups.get(nameKey(name)) ?? []) };
    const version = (versions.get(id) ?? 0) + 1;
    return [
      added
        ? query.insertInto('term').values({ tenant_id: ownTenant, id, ...values })
        : query
            .updateTable('term')
            .set({ ...values, version })
            .where('id', '=', id),
      publishedVersion(shelf, { id, version, at: work.at, by: work.asked_by.id }),
    ];
  });
}

/** The playlists of the unit; new ones are in the name of whoever applies the document. */
export function writePlaylists(work: Writing): Statement[] {
  const { rows } = work.unit;
  const reports = new Map(rows.reports.map(({ id, group, title }) => [nameKey(group, title), id]));
  return todoOf(work, 'playlists', work.document.playlists, rows.playlists).flatMap(
    ({ item: { slides, ...playlist }, id, added }): Statement[] => [
      added
        ? query.insertInto('playlist').values({ tenant_id: ownTenant, id, owner_id: work.asked_by.id, shared: true, ...playlist })
        : query
            .updateTable('playlist')
            .set((eb) => ({ ...playlist, version: eb('version', '+', 1) }))
            .where('id', '=', id),
      query.deleteFrom('playlist_slide').where('playlist_id', '=', id),
      ...slides.flatMap(({ report, filters, ...slide }, position) => {
        const report_id = reports.get(nameKey(report.group, report.title));
        const values = { tenant_id: ownTenant, id: uuidv7(), playlist_id: id, position, filters: JSON.stringify(filters) };
        return report_id ? [query.insertInto('playlist_slide').values({ ...values, ...slide, report_id })] : [];
      }),
      publishEvent({ topic: 'playlist', about: { id } }),
    ],
  );
}
