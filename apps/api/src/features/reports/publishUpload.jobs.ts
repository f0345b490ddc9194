/** A file becomes a report: handed to the service, watched to its end, registered where it was wanted. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { isUniqueViolation } from '../../core/database/errors.ts';
import { query } from '../../core/database/query.ts';
import { fail, Failure, found } from '../../core/fail.ts';
import type { JobContext, UnitJob } from '../../core/jobs/defineJob.ts';
import { defineJob } from '../../core/jobs/defineJob.ts';
import { tellLive } from '../../core/live/tellLive.ts';
import { notify } from '../../core/notify/notify.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import type { ReportingAccount } from '../../core/reporting.ts';
import { callingColumns } from '../../core/reportingAccount.ts';
import { uuidv7 } from '../../core/uuid.ts';

const payload = z.strictObject({ upload_id: z.guid() });

type Row = {
  id: string;
  person_id: string;
  account_id: string;
  workspace_id: string;
  size: number;
  title: string;
  description: string;
  group_id: string | null;
  subgroup_id: string | null;
  replaces: boolean;
  kind: string;
  external_id: string | null;
  account: ReportingAccount;
};

/** No row: it has ended already. */
const uploadRow = (id: string): RawBuilder<Row> => sql<Row>`
  select u.*, to_jsonb(account) as account
  from report_upload u join lateral (select ${callingColumns} from reporting_account a where a.id = u.account_id) as account on true
  where u.id = ${id} and u.state = 'publishing'`;

const told = ({ person_id, id }: Pick<Row, 'person_id' | 'id'>) => tellLive({ topic: 'import', person_id, about: { upload_id: id } });

/** Part by part, so that a large file stands in memory once. */
async function contentOf(ctx: JobContext, { id, size }: Row): Promise<Uint8Array> {
  const content = new Uint8Array(size);
  for (let [at, number] = [0, 0]; at < size; number++) {
    const [part] = await ctx.run(
      sql<{ bytes: Buffer }>`select bytes from report_upload_part where upload_id = ${id} and number = ${number}`,
    );
    const { bytes } = found(part, 'upload_incomplete');
    content.set(bytes, at);
    at += bytes.length;
  }
  return content;
}

async function importOf(ctx: JobContext, row: Row): Promise<string> {
  if (row.external_id !== null) return row.external_id;
  const { title, kind, replaces } = row;
  const file = { name: `${title}.${kind}`, bytes: await contentOf(ctx, row), replaces };
  const external_id = await ctx.reporting.publish(row.account, row.workspace_id, file);
  // The service has the file now.
  await ctx.run(
    sql`update report_upload set external_id = ${external_id} where id = ${row.id}`,
    sql`delete from report_upload_part where upload_id = ${row.id}`,
    told(row),
  );
  return external_id;
}

type Made = { id: string; name: string };

/** What took the place of a registered report is that report; everything else is a new one, with the rule that its model asks for. */
async function register(ctx: JobContext, row: Row, made: Made[]): Promise<string> {
  const { account, account_id, workspace_id, group_id, subgroup_id, title, description } = row;
  if (group_id === null) return fail('upload_unplaced');
  const known = await ctx.run(
    sql<{ id: string; external_report_id: string }>`
      select id, external_report_id from report where workspace_id = ${workspace_id} and external_report_id = any (${made.map(({ id }) => id)}::uuid[])
      order by (title_key = lower(${title})) desc, id`,
  );
  const [replaced] = known;
  const values = [];
  for (const one of made.filter(({ id }) => !known.some(({ external_report_id }) => external_report_id === id))) {
    const external_report_id = one.id;
    const { kind, dataset_id, dataset_workspace_id, identity_required, roles_required } = await ctx.reporting.describe(account, {
      workspace_id,
      external_report_id,
    });
    values.push({
      tenant_id: ownTenant,
      id: uuidv7(),
      title: made.length === 1 ? title : one.name,
      description,
      group_id,
      subgroup_id,
      account_id,
      workspace_id,
      external_report_id,
      kind,
      dataset_id,
      dataset_workspace_id,
      identity_required,
      roles_required,
      data_rule: identity_required ? ('rls' as const) : ('none' as const),
    });
  }
  if (values.length > 0) await ctx.run(query.insertInto('report').values(values)).catch(refuseTitle);
  return found(replaced ?? values[0], 'upload_unplaced').id;
}

function refuseTitle(error: unknown): never {
  if (isUniqueViolation(error) && error.constraint === 'report_tenant_id_group_id_title_key_key')
    return fail('upload_unplaced', {}, {}, error);
  throw error;
}

async function make(ctx: JobContext, row: Row): Promise<void> {
  const made = await ctx.reporting.published(row.account, row.workspace_id, await importOf(ctx, row));
  const report_id = await register(ctx, row, made);
  const notices = notify(ctx.tenant_id, {
    person_ids: [row.person_id],
    kind: 'upload_published',
    values: { report: row.title },
    link: `/management/report?report=${report_id}&tab=access`,
  });
  await ctx.run(
    sql`update report_upload set state = 'done', report_id = ${report_id}, ended_at = ${ctx.now()} where id = ${row.id}`,
    told(row),
    ...notices,
  );
}

/** The parts go with the failure: whoever tries again sends the file anew. */
async function giveUp(ctx: JobContext, id: string, error: unknown): Promise<void> {
  const [row] = await ctx.run(uploadRow(id));
  if (!row) return;
  const reason = error instanceof Failure ? error.word : 'unexpected';
  const detail = error instanceof Failure ? String(error.values['reason'] ?? '').slice(0, 500) : '';
  const notices = notify(ctx.tenant_id, { person_ids: [row.person_id], kind: 'upload_failed', values: { report: row.title } });
  await ctx.run(
    sql`update report_upload set state = 'failed', reason = ${reason}, detail = ${detail}, ended_at = ${ctx.now()} where id = ${id}`,
    sql`delete from report_upload_part where upload_id = ${id}`,
    told(row),
    ...notices,
  );
}

/** Asking again does not help: the service has looked at the file, or the place is gone. */
const isFinal = (error: unknown) =>
  error instanceof Failure && ['upload_refused', 'upload_name_taken', 'upload_unplaced', 'upload_incomplete'].includes(error.word);

export const publishUpload: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'report_upload.publish',
  schema: payload,
  pace: 'slow',
  retry: { limit: 2, delay_seconds: 30 },
  expires_seconds: 1800,
  async work(ctx, { upload_id }) {
    const [row] = await ctx.run(uploadRow(upload_id));
    if (!row) return;
    try {
      await make(ctx, row);
    } catch (error) {
      if (!isFinal(error)) throw error;
      await giveUp(ctx, upload_id, error);
    }
  },
  gaveUp: (ctx, { upload_id }, error) => giveUp(ctx, upload_id, error),
});
