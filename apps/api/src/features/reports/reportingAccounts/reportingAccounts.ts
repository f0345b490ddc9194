/** Power BI accounts. The secret is write-only and decrypted only for calls to the service. */
import * as contract from '@vitrine/contract/reports/reportingAccounts.ts';
import type { ReportingAccount } from '@vitrine/contract/reports/reportingAccounts.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { isForeignKeyViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { accountSecret, accountToCall, isWithinReach } from '#domain/reporting/reportingAccount.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { secretEndsSoon, todayOf } from '#domain/waiting/conditions.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Row = Omit<ReportingAccount, 'can'>;

const nameTaken = { reporting_account_tenant_id_name_key_key: 'name' };

const columns = sql`a.id, a.name, a.application_id, a.directory_id, a.object_id, a.subscription_id, a.waking, a.secret_value <> '' as has_secret_value,
  a.secret_expires_on, a.version,
  (select count(*) from report r where r.account_id = a.id) as report_count`;

const accountRow = (ctx: Context, id: string): RawBuilder<Row> =>
  sql<Row>`select ${columns} from reporting_account a where ${every(isWithinReach(ctx), sql`a.id = ${id}`)}`;

function shown({ actor }: Context, row: Row): ReportingAccount {
  const mayWrite = holds(actor, 'reporting_accounts', 'write');
  return { ...row, can: { edit: mayWrite, remove: mayWrite } };
}

export function reportingAccounts(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const ends = wanted.secret && secretEndsSoon(todayOf(ctx));
    const matching = every(isWithinReach(ctx), holdsWords(wanted.q, sql`a.name`), ends);
    const sorted = orderBy(wanted.sort, { name: sql`search_text(a.name)` }, sql`a.id`);
    const rows = sql<Row>`select ${columns} from reporting_account a where ${matching} ${sorted} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from reporting_account a where ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, async (ctx, { params }) => {
    const [row] = await ctx.run(accountRow(ctx, params.id));
    return shown(ctx, found(row));
  });

  serve(contract.add, async (ctx, { body }) => {
    const id = uuidv7();
    const insert = query.insertInto('reporting_account').values({
      ...body,
      secret_value: accountSecret(ctx, id, body.secret_value),
      id,
      tenant_id: ownTenant,
      created_by: ctx.actor.person_id,
    });
    const [, [row]] = await unlessTaken(nameTaken, ctx.run(insert, accountRow(ctx, id)));
    return shown(ctx, found(row));
  });

  serve(contract.update, async (ctx, { params, body: { version, secret_value, ...changes } }) => {
    const secret = secret_value === undefined ? {} : { secret_value: accountSecret(ctx, params.id, secret_value) };
    const update = query
      .updateTable('reporting_account as a')
      .set({ ...changes, ...secret, version: version + 1 })
      .where('a.id', '=', params.id)
      .where('a.version', '=', version)
      .where(isWithinReach(ctx))
      .returning('a.id');
    const [changed, [row]] = await unlessTaken(nameTaken, ctx.run(update, accountRow(ctx, params.id)));
    return shown(ctx, saved(changed, row));
  });

  serve(contract.remove, async (ctx, { params }) => {
    const remove = query.deleteFrom('reporting_account as a').where('a.id', '=', params.id).where(isWithinReach(ctx)).returning('a.id');
    const [removed] = await ctx.run(remove).catch((error: unknown) => {
      if (isForeignKeyViolation(error)) return fail('in_use');
      throw error;
    });
    found(removed);
  });

  serve(contract.test, async (ctx, { params }) => {
    const account = await accountToCall(ctx, params.id);
    const workspaces = await ctx.reporting.workspaces(account);
    return { workspaces: workspaces.length };
  });

  serve(contract.workspaces, async (ctx, { params }) => {
    const account = await accountToCall(ctx, params.id);
    return { data: await ctx.reporting.workspaces(account) };
  });

  serve(contract.workspaceReports, async (ctx, { params }) => {
    const account = await accountToCall(ctx, params.id);
    const reports = await ctx.reporting.reports(account, params.workspace_id);
    const known = await ctx.run(
      query.selectFrom('report').select('external_report_id as id').distinct().where('workspace_id', '=', params.workspace_id),
    );
    const registered = new Set(known.map(({ id }) => id));
    return { data: reports.map((report) => ({ ...report, registered: registered.has(report.id) })) };
  });
}
