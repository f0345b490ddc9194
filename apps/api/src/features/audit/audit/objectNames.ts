/** Names of the objects that log lines are about. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';

type Line = {
  object_type: string;
  object_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
type Name = { type: string; id: string; name: string };
/** Rows of `id` and `name`. */
type Source = RawBuilder<unknown>;

const named = (table: string, column = 'name'): Source => sql`select id, ${sql.ref(column)} as name from ${sql.table(table)}`;

/** Queries for names by kind of object, in a unit and above the units. */
const sources = {
  unit: {
    membership: sql`select m.id, p.name from membership m join person p on p.id = m.person_id`,
    person: named('person'),
    tenant: named('tenant'),
    report: named('report', 'title'),
    incident: named('incident', 'title'),
    report_grant: sql`select g.id, r.title as name from report_grant g join report r on r.id = g.report_id`,
    report_group: named('report_group'),
    report_subgroup: named('report_subgroup'),
    reporting_account: named('reporting_account'),
    capacity: named('capacity'),
    workspace_act: named('workspace_act', 'workspace_name'),
    user_group: named('user_group'),
    custom_field: named('custom_field'),
    playlist: named('playlist'),
    task: named('task'),
    domain: named('domain', 'host'),
    theme: named('theme'),
    shift: named('shift'),
    term: named('term', 'title'),
    ticket: sql`select id, '#' || number as name from ticket`,
    ticket_entry: sql`
      select e.id, '#' || t.number as name from ticket_entry e join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id`,
    sign_in_notice: sql`select id, left(texts ->> 'pt-BR', 60) as name from sign_in_notice`,
    broadcast: sql`select id, excerpts -> 'pt-BR' ->> 'subject' as name from broadcast`,
    wording: sql`select id, subject as name from wording`,
    faq: sql`select id, question ->> 'pt-BR' as name from faq`,
    legal_hold: sql`select h.id, p.name from legal_hold h join person p on p.id = h.person_id`,
    hidden_faq: sql`select h.id, s.question ->> 'pt-BR' as name from hidden_faq h join shared_faq s on s.id = h.faq_id`,
  },
  above: {
    tenant: named('tenant'),
    partner: named('partner'),
    client: named('client'),
    invoice: sql`select id, concat_ws(' ', month, client_name) as name from invoice`,
    domain: named('domain', 'host'),
    theme: named('theme'),
    sign_in_notice: sql`select id, left(texts ->> 'pt-BR', 60) as name from sign_in_notice`,
    shared_faq: sql`select id, question ->> 'pt-BR' as name from shared_faq`,
  },
} as const satisfies Record<string, Record<string, Source>>;
export type Level = keyof typeof sources;

/** A composite key is resolved part by part. */
const parts: Record<string, readonly string[]> = {
  user_group_member: ['user_group', 'membership'],
  shift_user_group: ['shift', 'user_group'],
  shift_membership: ['shift', 'membership'],
  report_removal: ['membership', 'report'],
  tenant_setting: ['tenant'],
  ticket_goal: ['tenant'],
  embedding: ['tenant'],
  task_webhook: ['task'],
  embedded_report: ['report'],
  partner_setting: ['partner'],
};
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const partsOf = ({ object_type, object_id }: Line): [type: string, id: string][] => {
  const ids = object_id?.split(',') ?? [];
  return (parts[object_type] ?? [object_type]).flatMap((type, index) => {
    const id = ids[index];
    return id !== undefined && uuid.test(id) ? [[type, id] as [string, string]] : [];
  });
};

/** The name from the line's own data, for objects that no longer exist. */
const remembered = ({ before, after }: Line): string | null => {
  const name = [after, before].flatMap((content) => [content?.['name'], content?.['title']]).find((text) => typeof text === 'string');
  return typeof name === 'string' && name !== '***' ? name : null;
};

/** Returns a function from a line to its object's name, or null. `scope` is the scope of the lines. */
export async function objectNames(scope: Scoped, level: Level, lines: readonly Line[]): Promise<(line: Line) => string | null> {
  const all = lines.flatMap(partsOf);
  const statements = Object.entries(sources[level]).flatMap(([type, source]) => {
    const ids = [...new Set(all.flatMap(([one, id]) => (one === type ? [id] : [])))];
    if (ids.length === 0) return [];
    return [sql`select ${type} as type, s.id::text as id, s.name from (${source}) s where s.id = any (${ids}::uuid[])`];
  });
  const found = statements.length > 0 ? await scope.run(sql<Name>`${sql.join(statements, sql` union all `)}`) : [];
  const known = new Map(found.map(({ type, id, name }) => [`${type} ${id}`, name]));
  return (line) => {
    // In older lines the host is the key of a domain.
    if (line.object_type === 'domain' && !uuid.test(line.object_id ?? '')) return line.object_id;
    const names = partsOf(line).flatMap(([type, id]) => known.get(`${type} ${id}`) ?? []);
    return names.length > 0 ? names.join(' · ') : remembered(line);
  };
}

/** Names of these ids, of whatever kind; `scope` is the scope of the lines that have them. */
export async function namesOf(scope: Scoped, level: Level, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const statements = Object.values(sources[level]).map(
    (source) => sql`select s.id::text as id, s.name from (${source}) s where s.id = any (${[...ids]}::uuid[]) and s.name is not null`,
  );
  const found = await scope.run(sql<{ id: string; name: string }>`${sql.join(statements, sql` union all `)}`);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Ids of objects with this name. */
export async function objectsNamed(scope: Scoped, level: Level, q: string): Promise<string[]> {
  if (q === '') return [];
  const statements = Object.values(sources[level]).map(
    (source) => sql`(select s.id::text as id from (${source}) s where search_text(s.name) like all (search_patterns(${q})) limit 200)`,
  );
  return (await scope.run(sql<{ id: string }>`${sql.join(statements, sql` union all `)}`)).map(({ id }) => id);
}
