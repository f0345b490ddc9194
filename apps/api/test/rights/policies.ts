/** Who reaches which rows of which table: PostgreSQL's grants and policies, read from its catalogue and told in words. */
import { readFileSync } from 'node:fs';
import type pg from 'pg';

const commands = ['select', 'insert', 'update', 'delete'] as const;
type Command = (typeof commands)[number];

/** What the table of `policies.md` calls the roles of the database. */
const whoIs: Record<string, string> = {
  portal_app: 'unit',
  portal_partner: 'partner',
  portal_operator: 'operator',
  portal_identity: 'sign-in',
  portal_jobs: 'worker',
  portal_owner: 'owner',
};

/** What a condition of a policy means. One that is not here has been reviewed by nobody. */
const meaningOf: Record<string, string> = {
  true: 'all',
  '(erasing_since IS NOT NULL)': 'while being erased',
  '((tenant_id IS NOT NULL) AND (NOT (EXISTS ( SELECT FROM tenant t WHERE ((t.id = audit_log.tenant_id) AND (t.erasing_since IS NULL))))))':
    'of erased units',
  ...Object.fromEntries(
    ['term_acceptance', 'term_version'].map((table) => [
      `(EXISTS ( SELECT FROM tenant t WHERE ((t.id = ${table}.tenant_id) AND (t.erasing_since IS NOT NULL))))`,
      'of units being erased',
    ]),
  ),
  "(at < (now() - '2 years'::interval))": 'past 24 months',
  "(tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS \"nullif\"))": 'own unit',
  '(tenant_id = ANY (( SELECT partner_tenants() AS partner_tenants)::uuid[]))': "partner's units",
  '(unit_id = ANY (( SELECT partner_tenants() AS partner_tenants)::uuid[]))': "partner's units",
  '(EXISTS ( SELECT FROM tenant t WHERE (t.id = unit_seats.tenant_id)))': "partner's units",
  "(partner_id = ( SELECT (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid AS \"nullif\"))": 'own partner',
  "(id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS \"nullif\"))": 'the unit itself',
  "(id = ( SELECT (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid AS \"nullif\"))": 'the partner itself',
  '(partner_id IS NULL)': "the platform's",
  "(state = 'closed'::text)": 'closed ones',
  "(situation = 'ended'::text)": 'ended ones',
  "(role = 'partner'::text)": 'people of partners',
  "((partner_id = ( SELECT (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid AS \"nullif\")) AND (state <> 'draft'::text))":
    'own partner, no drafts',
  "((client_id = ( SELECT billed_client() AS billed_client)) AND (state <> 'draft'::text))": "the unit's client, no drafts",
  '(EXISTS ( SELECT FROM invoice i WHERE (i.id = invoice_document.invoice_id)))': 'of invoices in sight',
  '(EXISTS ( SELECT FROM invoice i WHERE (i.id = invoice_position.invoice_id)))': 'of invoices in sight',
  "((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS \"nullif\")) AND (state = 'pending'::text))":
    'own unit, as a request',
  "((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS \"nullif\")) AND (state = ANY (ARRAY['pending'::text, 'failed'::text, 'removed'::text])))":
    'own unit, not proven',
  "((tenant_id IS NULL) AND (partner_id = ( SELECT (app_setting('partner_id'::text))::uuid AS app_setting)) AND (state = 'pending'::text))":
    'own partner, as a request',
  "((tenant_id IS NULL) AND (partner_id = ( SELECT (app_setting('partner_id'::text))::uuid AS app_setting)))": 'own partner',
  "((tenant_id IS NULL) AND (partner_id = ( SELECT (app_setting('partner_id'::text))::uuid AS app_setting)) AND (state = ANY (ARRAY['pending'::text, 'failed'::text, 'removed'::text])))":
    'own partner, not proven',
  '((tenant_id = ANY (( SELECT partner_tenants() AS partner_tenants)::uuid[])) AND (verify_token IS NULL))':
    "partner's units, made with them",
  "(person_id = ( SELECT (app_setting('person_id'::text))::uuid AS app_setting))": 'own requests',
  '(link_hash IS NOT NULL)': 'with a link',
  "(state = 'waiting'::text)": 'waiting ones',
  '(EXISTS ( SELECT FROM unit_export e WHERE (e.id = unit_export_part.export_id)))': 'of exports in sight',
  "(level = 'operator'::text)": 'escalated to the operator',
  "(EXISTS ( SELECT FROM ticket t WHERE ((t.tenant_id = ticket_attachment.tenant_id) AND (t.id = ticket_attachment.ticket_id) AND (t.level = 'operator'::text))))":
    'of tickets escalated to the operator',
  "(EXISTS ( SELECT FROM ticket t WHERE ((t.tenant_id = ticket_entry.tenant_id) AND (t.id = ticket_entry.ticket_id) AND (t.level = 'operator'::text))))":
    'of tickets escalated to the operator',
  "(EXISTS ( SELECT FROM ticket t WHERE ((t.tenant_id = report_problem.tenant_id) AND (t.id = report_problem.ticket_id) AND (t.level = 'operator'::text))))":
    'of tickets escalated to the operator',
  "(EXISTS ( SELECT FROM ticket t WHERE ((t.tenant_id = ticket_rating.tenant_id) AND (t.id = ticket_rating.ticket_id) AND (t.level = 'operator'::text))))":
    'of tickets escalated to the operator',
  "(EXISTS ( SELECT FROM ticket t WHERE ((t.tenant_id = ticket_clock.tenant_id) AND (t.id = ticket_clock.ticket_id) AND (t.level = 'operator'::text))))":
    'of tickets escalated to the operator',
  "(EXISTS ( SELECT FROM ticket t WHERE ((t.tenant_id = ticket_watcher.tenant_id) AND (t.id = ticket_watcher.ticket_id) AND (t.level = 'operator'::text))))":
    'of tickets escalated to the operator',
  '(EXISTS ( SELECT FROM ticket_entry e WHERE ((e.tenant_id = ticket_mention.tenant_id) AND (e.id = ticket_mention.entry_id))))':
    'of tickets escalated to the operator',
  "((kind = 'ticket_attachment'::text) AND (EXISTS ( SELECT FROM ticket_attachment a WHERE ((a.tenant_id = file.tenant_id) AND (a.file_id = file.id)))))":
    'attachments of tickets in sight',
  "(kind = 'ticket_attachment'::text)": 'attachments of tickets',
  '(EXISTS ( SELECT FROM domain d WHERE (d.id = domain_check.domain_id)))': 'of domains in sight',
  '(EXISTS ( SELECT FROM theme t WHERE (t.id = theme_version.theme_id)))': 'of themes in sight',
  "((tenant_id IS NULL) AND (partner_id = ( SELECT (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid AS \"nullif\")))":
    'own partner',
  '((tenant_id IS NULL) AND (partner_id IS NULL))': "the platform's",
  "((tenant_id = ANY (( SELECT partner_tenants() AS partner_tenants)::uuid[])) OR ((tenant_id IS NULL) AND (partner_id = ( SELECT (app_setting('partner_id'::text))::uuid AS app_setting))))":
    "partner's units and own partner",
  '(EXISTS ( SELECT 1 FROM membership m WHERE (m.person_id = person.id)))': 'members of rows in sight',
  '((EXISTS ( SELECT FROM membership m WHERE (m.person_id = person.id))) AND person_is_ours(id))':
    "members of rows in sight who are nobody else's",
  '(EXISTS ( SELECT FROM shared_term_acceptance a WHERE (a.person_id = person.id)))': 'who accepted terms in sight',
  "((tenant_id IS NULL) OR (object_type = ANY (ARRAY['tenant'::text, 'domain'::text])) OR (tenant_id = ( SELECT t.id FROM tenant t WHERE t.is_operator_tenant)))":
    'what is of no unit, of units and domains as such, of its own unit',
  "(partner_id = ( SELECT t.partner_id FROM tenant t WHERE (t.id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)))":
    'the partner of the unit',
  "(published AND ((partner_id IS NULL) OR (partner_id = ( SELECT t.partner_id FROM tenant t WHERE (t.id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)))))":
    "what the platform and the unit's partner have published",
};

const meaning = (condition: string | null): string => {
  const written = (condition ?? 'true').replaceAll(/\s+/g, ' ');
  return meaningOf[written] ?? `by a condition that nobody has reviewed: ${written}`;
};

type Policy = { command: Command | 'all'; permissive: boolean; using: string | null; check: string | null };
type Row = {
  table: string;
  role: string;
  enabled: boolean;
  forced: boolean;
  whole: Command[];
  columns: Partial<Record<Command, string[] | null>>;
  policies: Policy[] | null;
};

const statement = `
  select c.relname as table, r.rolname as role, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    array(select k from unnest(array['select', 'insert', 'update', 'delete']) as k where has_table_privilege(r.oid, c.oid, k)) as whole,
    (select jsonb_object_agg(k, (
      select jsonb_agg(a.attname order by a.attname collate "C") from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege(r.oid, c.oid, a.attnum, k)
    )) from unnest(array['select', 'insert', 'update']) as k) as columns,
    (select jsonb_agg(jsonb_build_object(
      'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      'permissive', p.polpermissive, 'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)
    ) order by p.polname) from pg_policy p where p.polrelid = c.oid and p.polroles && array[r.oid, 0::oid]) as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and r.rolname = any ($1) and c.relname = coalesce($2, c.relname)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", array_position($1, r.rolname::text)`;

/** `own unit`; of an update that may move a row, also where to. */
function ofPolicy({ using, check }: Policy, command: Command): string {
  if (command === 'insert') return meaning(check ?? using);
  if (command !== 'update' || check === null || meaning(check) === meaning(using)) return meaning(using);
  return `${meaning(using)}, becoming ${meaning(check)}`;
}

/** What a role reaches by a command, with the columns where only some are granted. `–` is nothing. */
function reach({ role, enabled, forced, whole, columns, policies }: Row, command: Command): string {
  const some = columns[command] ?? null;
  const concerning = (policies ?? []).filter((policy) => policy.command === command || policy.command === 'all');
  if (!whole.includes(command) && some === null) return concerning.length === 0 ? '–' : 'a policy, not granted';
  const isFree = !enabled || (role === 'portal_owner' && !forced);
  const said = (permissive: boolean) =>
    concerning.filter((policy) => policy.permissive === permissive).map((policy) => ofPolicy(policy, command));
  const given = isFree ? ['all'] : [...new Set(said(true))].toSorted();
  // Whoever owns a table has every grant.
  if (given.length === 0) return role === 'portal_owner' ? '–' : 'granted, no policy';
  const narrowed = isFree ? [] : said(false).map((words) => ` but only ${words}`);
  const among = whole.includes(command) || some === null ? '' : ` (${some.join(', ')})`;
  return `${given.join(' or ')}${narrowed.join('')}${among}`;
}

/** `table | who | reads | adds | changes | removes`, of everybody who reaches something; of one table where it is named. */
export async function reachIn(client: pg.Client, table: string | null = null): Promise<string[]> {
  const { rows } = await client.query<Row>(statement, [Object.keys(whoIs), table]);
  return rows
    .map((row) => [row.table, whoIs[row.role] ?? row.role, ...commands.map((command) => reach(row, command))])
    .filter(([, , ...cells]) => cells.some((cell) => cell !== '–'))
    .map((cells) => cells.join(' | '))
    .filter((line) => table === null || line.startsWith(`${table} | `));
}

/** The reviewed lines of `policies.md`, in the same words. */
export const reviewedReach = (table: string | null = null): string[] =>
  readFileSync(new URL('policies.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\| *`/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .join(' | '),
    )
    .filter((line) => table === null || line.startsWith(`${table} | `));
