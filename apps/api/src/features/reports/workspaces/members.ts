/** Who has a role in a workspace, and which of them is the portal itself. */
import type { WorkspaceMember } from '@vitrine/contract/reports/workspaces.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { NamedAccount } from './lookAround.ts';

/** Accounts of the unit, whoever registered them: without one of them, what it publishes would no longer open. */
const ownIds = sql<{ object_id: string }>`select object_id from reporting_account where object_id is not null`;

const order = { app: 0, group: 1, person: 2 } as const;

export async function membersOf(ctx: Context, account: NamedAccount, workspaceId: string): Promise<WorkspaceMember[]> {
  const [members, own] = await Promise.all([ctx.reporting.workspaceMembers(account, workspaceId), ctx.run(ownIds)]);
  const ids = new Set(own.map(({ object_id }) => object_id.toLowerCase()));
  return members
    .map((member) => ({
      ...member,
      // Where nobody has told the id of the account's own application, each may be it.
      own: member.kind === 'app' && (account.object_id === null || ids.has(member.identifier.toLowerCase())),
    }))
    .toSorted((a, b) => order[a.kind] - order[b.kind] || a.name.localeCompare(b.name));
}
