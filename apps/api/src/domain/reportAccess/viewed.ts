/** Logs a view: a row of the view log and a line of the audit log. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Seen } from '#domain/reportAccess/decide.ts';
import type { AnyReport } from '#domain/reportAccess/readable.ts';

/** Statement for the view log. Links and HTML pages have no token. */
export const viewOf = ({ actor }: Context, id: string, report: AnyReport, { rule }: Pick<Seen, 'rule'>, embed_token_id: string | null) =>
  query.insertInto('report_view').values({
    id,
    tenant_id: ownTenant,
    report_id: report.id,
    person_id: actor.person_id,
    actor_id: actor.actor_id,
    embed_token_id,
    rls_ignored: rule === 'ignored',
  });

/** Answers nothing unless the person opened the report in this view. */
export const ownView = ({ actor }: Context, report_id: string, view_id: string | null) =>
  sql<{
    id: string;
  }>`select id from report_view where id = ${view_id}::uuid and report_id = ${report_id} and person_id = ${actor.person_id}`;

/** Not a change of an audited row, so the line is written here: which rule opened the report, and as which identity. */
export const openingOf = (
  view_id: string,
  report: AnyReport,
  { access, rule, identity }: Pick<Seen, 'access' | 'rule' | 'identity'>,
  embed_token_id: string | null,
) =>
  query.insertInto('audit_log').values({
    action: 'report.open',
    object_type: 'report',
    object_id: report.id,
    before: null,
    after: JSON.stringify({ title: report.title, view_id, embed_token_id, access, rule, identity }),
  });

/** The same for a token to edit the report. */
export const editingOf = (
  report: AnyReport,
  { access, rule, identity }: Pick<Seen, 'access' | 'rule' | 'identity'>,
  embed_token_id: string,
) =>
  query.insertInto('audit_log').values({
    action: 'report.edit',
    object_type: 'report',
    object_id: report.id,
    before: null,
    after: JSON.stringify({ title: report.title, embed_token_id, access, rule, identity }),
  });
