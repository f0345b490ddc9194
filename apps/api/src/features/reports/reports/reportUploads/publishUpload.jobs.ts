/** Publishes an upload: passes the file to the service, waits for the import, registers the report. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { fail, Failure, found } from '#platform/http/fail.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { notify } from '#domain/notifications/notify.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { pagesToRead } from '#domain/reporting/pageList.jobs.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

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

const uploadChanged = ({ person_id, id }: Pick<Row, 'person_id' | 'id'>) =>
  publishEvent({ topic: 'import', person_id, about: { upload_id: id } });

/** Part by part, so that a large file is in memory only once. */
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
    uploadChanged(row),
  );
  return external_id;
}

type Made = { id: string; name: string };

/** A file that replaced a registered report keeps that registration; otherwise a report is registered, with the data rule that its model requires. */
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
  if (values.length > 0) {
    const pages = values.map(({ id }) => pagesToRead(ctx.tenant_id, id, ctx.now()));
    await ctx.run(query.insertInto('report').values(values), ...pages).catch(refuseTitle);
  }
  return found(replaced ?? values[0], 'upload_unplaced').id;
}

function refuseTitle(error: unknown): never {
  if (isUniqueViolation(error) && error.constraint === 'report_tenant_id_group_id_title_key_key')
    return fail('upload_unplaced', {}, {}, error);
  throw error;
}

async function make(ctx: JobContext, row: Row): Promise<void> {
  const { reports, reading } = await ctx.reporting.published(row.account, row.workspace_id, await importOf(ctx, row));
  const report_id = await register(ctx, row, reports);
  const read = reading === undefined ? null : JSON.stringify(reading);
  const notices = notify(ctx.tenant_id, {
    person_ids: [row.person_id],
    kind: 'upload_published',
    values: { report: row.title },
    link: `/management/report/${report_id}`,
  });
  await ctx.run(
    sql`update report_upload set state = 'done', report_id = ${report_id}, reading = ${read}::jsonb, ended_at = ${ctx.now()} where id = ${row.id}`,
    uploadChanged(row),
    ...notices,
  );
}

/** A failure removes the parts; to try again the file has to be sent again. */
async function giveUp(ctx: JobContext, id: string, error: unknown): Promise<void> {
  const [row] = await ctx.run(uploadRow(id));
  if (!row) return;
  const reason = error instanceof Failure ? error.word : 'unexpected';
  const detail = error instanceof Failure ? String(error.values['reason'] ?? '').slice(0, 500) : '';
  const notices = notify(ctx.tenant_id, { person_ids: [row.person_id], kind: 'upload_failed', values: { report: row.title } });
  await ctx.run(
    sql`update report_upload set state = 'failed', reason = ${reason}, detail = ${detail}, ended_at = ${ctx.now()} where id = ${id}`,
    sql`delete from report_upload_part where upload_id = ${id}`,
    uploadChanged(row),
    ...notices,
  );
}

/** Failures that a retry cannot mend: the service refused the file, or the group was deleted. */
const isFinal = (error: unknown) =>
  error instanceof Failure && ['upload_refused', 'upload_name_taken', 'upload_unplaced', 'upload_incomplete'].includes(error.word);

/** Until the place is looked at again. */
const waitMs = 10_000;

/** Another upload to the same name, begun before, that is still being published. */
const earlierOf = ({ id, workspace_id, title }: Row) => sql`
  select from report_upload o
  where o.workspace_id = ${workspace_id} and lower(o.title) = lower(${title}) and o.state = 'publishing' and o.id < ${id} limit 1`;

export const publishUpload: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'report_upload.publish',
  schema: payload,
  pace: 'long',
  retry: { limit: 2, delay_seconds: 30 },
  expires_seconds: 1800,
  waiting: {
    key: 'upload_id',
    since: (before) => sql`select id as upload_id from report_upload where state = 'publishing' and created_at < ${before}`,
  },
  async work(ctx, { upload_id }) {
    const [row] = await ctx.run(uploadRow(upload_id));
    if (!row) return;
    // Two files for one name: the later one has to win.
    const [earlier] = await ctx.run(earlierOf(row));
    if (earlier) {
      const at = new Date(ctx.now().getTime() + waitMs);
      await ctx.run(addJob(publishUpload, ctx.tenant_id, { upload_id }, { at }));
      return;
    }
    try {
      await make(ctx, row);
    } catch (error) {
      if (!isFinal(error)) throw error;
      await giveUp(ctx, upload_id, error);
    }
  },
  gaveUp: (ctx, { upload_id }, error) => giveUp(ctx, upload_id, error),
});
