/** Changes of workspaces: each is written down, asked for, and its end written down (`act.ts`). */
import * as contract from '@vitrine/contract/reports/workspaces.ts';
import type { WorkspaceMember } from '@vitrine/contract/reports/workspaces.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { perform } from './act.ts';
import type { NamedAccount } from './lookAround.ts';
import { idOfPlace, orNull } from './lookAround.ts';
import { membersOf } from './members.ts';
import { finishMove } from './moved.ts';
import { ended } from './wanted.ts';

type Find = (ctx: Context, id: string) => Promise<NamedAccount>;

const lostCreation = (account_id: string, name: string) => sql<{ id: string }>`
  select id from workspace_act
  where account_id = ${account_id} and kind = 'create' and state = 'open' and lower(workspace_name) = lower(${name}) order by asked_at limit 1`;

/** The workspace that was made when the answer got lost, if it was. */
async function madeBefore(ctx: Context, account: NamedAccount, name: string): Promise<string | null> {
  const [lost] = await ctx.run(lostCreation(account.id, name));
  if (!lost) return null;
  const made = (await ctx.reporting.workspaceList(account)).find((one) => one.name.toLowerCase() === name.toLowerCase());
  await ctx.run(made ? ended(lost.id, 'done', { workspace_id: made.id }) : ended(lost.id, 'refused', { reason: 'not_done' }));
  return made?.id ?? null;
}

async function create(ctx: Context, account: NamedAccount, name: string): Promise<string> {
  const made = await madeBefore(ctx, account, name);
  if (made !== null) return made;
  return perform(ctx, account, { kind: 'create', workspace_id: null, workspace_name: name }, () =>
    ctx.reporting.createWorkspace(account, name),
  );
}

async function assign(ctx: Context, account: NamedAccount, workspace: { id: string; name: string }, capacity_id: string | null) {
  const capacities = await ctx.reporting.capacityList(account);
  const capacity = capacities.find(({ id }) => id === capacity_id);
  if (capacity_id !== null && !capacity) return failFields({ capacity_id: 'invalid' });
  return perform(
    ctx,
    account,
    { kind: 'assign', workspace_id: workspace.id, workspace_name: workspace.name, subject: capacity?.name ?? '', wanted: { capacity_id } },
    () => ctx.reporting.assignCapacity(account, workspace.id, capacity_id),
  );
}

/** A member who may be changed from here. */
async function changeable(ctx: Context, account: NamedAccount, workspaceId: string, identifier: string): Promise<WorkspaceMember> {
  const member = (await membersOf(ctx, account, workspaceId)).find((one) => one.identifier.toLowerCase() === identifier);
  if (found(member).own) fail('workspace_own_access');
  return found(member);
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function memberChanges(serve: Serve, find: Find): void {
  serve(contract.addMember, async (ctx, { params, body }) => {
    const account = await find(ctx, params.account_id);
    if (body.kind === 'person' ? !body.identifier.includes('@') : !guid.test(body.identifier)) failFields({ identifier: 'invalid' });
    const { id, name } = await ctx.reporting.workspace(account, params.workspace_id);
    const wanted = { identifier: body.identifier, right: body.right };
    await perform(ctx, account, { kind: 'add_member', workspace_id: id, workspace_name: name, subject: body.identifier, wanted }, () =>
      ctx.reporting.addMember(account, id, body),
    );
  });

  serve(contract.changeMember, async (ctx, { params, body: { identifier, right } }) => {
    const account = await find(ctx, params.account_id);
    const { id, name } = await ctx.reporting.workspace(account, params.workspace_id);
    const member = await changeable(ctx, account, id, identifier);
    await perform(
      ctx,
      account,
      { kind: 'change_member', workspace_id: id, workspace_name: name, subject: member.name, wanted: { identifier, right } },
      () => ctx.reporting.changeMember(account, id, { ...member, right }),
    );
  });

  serve(contract.removeMember, async (ctx, { params, body: { identifier } }) => {
    const account = await find(ctx, params.account_id);
    const { id, name } = await ctx.reporting.workspace(account, params.workspace_id);
    const member = await changeable(ctx, account, id, identifier);
    await perform(
      ctx,
      account,
      { kind: 'remove_member', workspace_id: id, workspace_name: name, subject: member.name, wanted: { identifier } },
      () => ctx.reporting.removeMember(account, id, member.identifier),
    );
  });
}

export function changes(serve: Serve, find: Find): void {
  serve(contract.add, async (ctx, { body }) => {
    const account = await find(ctx, body.account_id);
    const workspace_id = await create(ctx, account, body.name);
    // The workspace is there: a capacity that refuses it is told, and can be chosen again on its page.
    const placed =
      body.capacity_id === null
        ? true
        : await assign(ctx, account, { id: workspace_id, name: body.name }, body.capacity_id).then(() => true, orNull);
    return {
      id: idOfPlace(account.id, workspace_id),
      account_id: account.id,
      workspace_id,
      name: body.name,
      capacity_refused: placed === null,
    };
  });

  serve(contract.rename, async (ctx, { params, body: { name } }) => {
    const account = await find(ctx, params.account_id);
    const workspace = await ctx.reporting.workspace(account, params.workspace_id);
    await perform(
      ctx,
      account,
      { kind: 'rename', workspace_id: workspace.id, workspace_name: workspace.name, subject: name, wanted: { name } },
      () => ctx.reporting.renameWorkspace(account, workspace.id, name),
    );
  });

  serve(contract.remove, async (ctx, { params, body }) => {
    const account = await find(ctx, params.account_id);
    const { id, name } = await ctx.reporting.workspace(account, params.workspace_id);
    // Somebody has renamed it since: what was confirmed is not what would go.
    if (body.name !== name) fail('conflict');
    await perform(ctx, account, { kind: 'remove', workspace_id: id, workspace_name: name, subject: name }, () =>
      ctx.reporting.removeWorkspace(account, id),
    );
  });

  serve(contract.assign, async (ctx, { params, body }) => {
    const account = await find(ctx, params.account_id);
    await assign(ctx, account, await ctx.reporting.workspace(account, params.workspace_id), body.capacity_id);
  });

  serve(contract.moveReport, async (ctx, { params, body }) => {
    const account = await find(ctx, params.account_id);
    const { external_report_id, target_workspace_id: to_workspace_id, keep_original } = body;
    const [from, to] = [
      await ctx.reporting.workspace(account, params.workspace_id),
      await ctx.reporting.workspace(account, to_workspace_id),
    ];
    if (from.id === to.id) failFields({ target_workspace_id: 'invalid' });
    if (to.read_only) fail('workspace_role_missing');
    const report = found((await ctx.reporting.workspaceReports(account, from.id)).find(({ id }) => id === external_report_id));
    // The service copies reports of pages and visuals only.
    if (report.kind === 'paginated') fail('report_not_movable');
    const before = (await ctx.reporting.workspaceReports(account, to.id)).map(({ id }) => id);
    const wanted = { external_report_id, to_workspace_id: to.id, keep_original, before };
    const { copy, ...told } = await perform(
      ctx,
      account,
      { kind: 'move_report', workspace_id: from.id, workspace_name: from.name, subject: report.name, wanted },
      async () => {
        const id = await ctx.reporting.copyReport(account, {
          workspace_id: from.id,
          report_id: report.id,
          to_workspace_id: to.id,
          name: report.name,
          dataset_id: null,
        });
        return { copy: id, ...(await finishMove(ctx, account, from.id, wanted, id)) };
      },
    );
    return { external_report_id: copy, ...told };
  });

  memberChanges(serve, find);
}
