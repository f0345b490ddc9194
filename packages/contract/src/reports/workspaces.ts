/** Workspaces of the reporting service, over all accounts of the unit: what is in them, who is, and on which capacity they are. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, text } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';

const read = { capability: 'embedded_workspaces', right: 'read' } as const;
const write = { capability: 'embedded_workspaces', right: 'write' } as const;

export const memberKinds = ['person', 'group', 'app'] as const;
export type MemberKind = (typeof memberKinds)[number];
/** From the least to the most that somebody may do in a workspace. */
export const memberRights = ['viewer', 'contributor', 'member', 'admin'] as const;
export type MemberRight = (typeof memberRights)[number];
export const actKinds = ['create', 'rename', 'remove', 'add_member', 'change_member', 'remove_member', 'assign', 'move_report'] as const;
/** Why an account tells nothing: it was refused, the service wants to be left alone, or does not answer. */
export const accountProblems = ['refused', 'busy', 'silent'] as const;

const place = z.object({ account_id: id, workspace_id: id });
const capacity = z.object({ id, name: z.string().nullable() });

const workspace = z.object({
  /** Account and workspace together: the address of its page. */
  id: z.string(),
  ...place.shape,
  name: z.string(),
  account: z.string(),
  /** Null: on shared capacity. The name is null where the account does not see it. */
  capacity: capacity.nullable(),
  /** Null: the service did not say in time. */
  report_count: z.number().nullable(),
  member_count: z.number().nullable(),
  /** Reports of the unit that stand in it. */
  published_count: z.number(),
  can: rowCan,
});
export type Workspace = z.infer<typeof workspace>;

const rights = z.enum(memberRights);
const member = z.object({
  identifier: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  kind: z.enum(memberKinds),
  right: rights,
  /** The portal's own access: without it, reports would no longer open. */
  own: z.boolean(),
});
export type WorkspaceMember = z.infer<typeof member>;

/** As the service has it: up to 256 characters, one line. */
const workspaceName = z
  .string()
  .trim()
  .min(1, 'required')
  .max(256)
  .refine((given) => given.isWellFormed() && !/[\0\r\n]/.test(given), 'invalid');
/** An e-mail address, or the object id of a group or an application. */
const identifier = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'required')
  .max(254)
  .regex(/^[^\s/?#\\]+$/, 'invalid');

export const list = endpoint({
  method: 'GET',
  path: '/api/workspaces',
  can: read,
  summary: 'Workspaces that the accounts of the unit reach; those of accounts that do not answer are missing',
  query: listQuery(['name', 'account', 'published_count'], { account_id: id.optional() }),
  answer: editableListOf(workspace),
});
export const accounts = endpoint({
  method: 'GET',
  path: '/api/workspace_accounts',
  can: read,
  summary: 'Accounts of the unit: whether the service answers each of them, and the capacities that it sees',
  answer: z.object({
    data: z.array(
      z.object({
        id,
        name: z.string(),
        workspace_count: z.number(),
        problem: z.enum(accountProblems).nullable(),
        /** `current`: the one that new workspaces of the account are put on. */
        capacities: z.array(
          z.object({ id, name: z.string(), sku: z.string(), running: z.boolean(), may_assign: z.boolean(), current: z.boolean() }),
        ),
      }),
    ),
  }),
});
export const get = endpoint({
  method: 'GET',
  path: '/api/workspaces/:account_id/:workspace_id',
  can: read,
  summary: 'One workspace',
  answer: workspace,
});
export const content = endpoint({
  method: 'GET',
  path: '/api/workspaces/:account_id/:workspace_id/content',
  can: read,
  summary: 'Reports and datasets of a workspace, and which reports of the unit show them',
  answer: z.object({
    reports: z.array(
      z.object({
        id,
        name: z.string(),
        kind: z.enum(['report', 'paginated']),
        /** Its dataset, where that is in this workspace. */
        dataset: z.string().nullable(),
        published: z.array(z.object({ id, title: z.string() })),
      }),
    ),
    datasets: z.array(
      z.object({
        id,
        name: z.string(),
        refreshable: z.boolean(),
        refresh: z.object({ state: z.enum(['running', 'completed', 'failed', 'cancelled']), at: z.string().nullable() }).nullable(),
        report_count: z.number(),
      }),
    ),
  }),
});
export const members = endpoint({
  method: 'GET',
  path: '/api/workspaces/:account_id/:workspace_id/members',
  can: read,
  summary: 'People, groups and applications with a role in a workspace',
  answer: z.object({ data: z.array(member) }),
});
export const acts = endpoint({
  method: 'GET',
  path: '/api/workspaces/:account_id/:workspace_id/acts',
  can: read,
  summary: 'What was done to a workspace from here, the newest first',
  answer: z.object({
    data: z.array(
      z.object({
        id,
        kind: z.enum(actKinds),
        subject: z.string(),
        state: z.enum(['open', 'done', 'refused']),
        by: z.string().nullable(),
        asked_at: z.string(),
      }),
    ),
  }),
});
export const losses = endpoint({
  method: 'GET',
  path: '/api/workspaces/:account_id/:workspace_id/losses',
  can: read,
  summary: 'What of the unit would no longer work without the workspace',
  answer: z.object({
    /** Titles of the first twenty. */
    reports: z.array(z.string()),
    report_count: z.number(),
    playlist_count: z.number(),
    schedule_count: z.number(),
    reader_count: z.number(),
  }),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/workspaces',
  can: write,
  summary: 'Makes a workspace; one whose making was left without an answer is found again by its name',
  audit: 'workspace.add',
  status: 201,
  body: z.strictObject({ account_id: id, name: workspaceName, capacity_id: id.nullable().default(null) }),
  answer: z.object({ ...place.shape, id: z.string(), name: z.string(), capacity_refused: z.boolean() }),
});
export const rename = endpoint({
  method: 'PUT',
  path: '/api/workspaces/:account_id/:workspace_id',
  can: write,
  summary: 'Gives a workspace another name',
  audit: 'workspace.rename',
  body: z.strictObject({ name: workspaceName }),
});
export const remove = endpoint({
  method: 'POST',
  path: '/api/workspaces/:account_id/:workspace_id/remove',
  can: write,
  summary: 'Deletes a workspace with everything in it; its name is sent along and has to be the one that it has now',
  audit: 'workspace.remove',
  body: z.strictObject({ name: text(256) }),
});
export const addMember = endpoint({
  method: 'POST',
  path: '/api/workspaces/:account_id/:workspace_id/members',
  can: write,
  summary: 'Gives somebody a role in a workspace',
  audit: 'workspace.add_member',
  body: z.strictObject({ identifier, kind: z.enum(memberKinds), right: rights }),
});
export const changeMember = endpoint({
  method: 'PUT',
  path: '/api/workspaces/:account_id/:workspace_id/members',
  can: write,
  summary: 'Gives a member another role; not to the access of the portal itself',
  audit: 'workspace.change_member',
  body: z.strictObject({ identifier, right: rights }),
});
export const removeMember = endpoint({
  method: 'POST',
  path: '/api/workspaces/:account_id/:workspace_id/members/remove',
  can: write,
  summary: 'Takes a member out of a workspace; not the access of the portal itself',
  audit: 'workspace.remove_member',
  body: z.strictObject({ identifier }),
});
export const assign = endpoint({
  method: 'PUT',
  path: '/api/workspaces/:account_id/:workspace_id/capacity',
  can: write,
  summary: 'Puts a workspace on a capacity, or back on the shared one',
  audit: 'workspace.assign',
  body: z.strictObject({ capacity_id: id.nullable() }),
});
export const moveReport = endpoint({
  method: 'POST',
  path: '/api/workspaces/:account_id/:workspace_id/move',
  can: write,
  summary: 'Moves a report to another workspace of the same account; the reports of the unit that show it follow',
  audit: 'workspace.move_report',
  body: z.strictObject({
    external_report_id: id,
    target_workspace_id: id,
    /** Whether the report stays where it was as well. */
    keep_original: z.boolean().default(false),
  }),
  answer: z.object({ external_report_id: id, followed: z.number(), original_kept: z.boolean() }),
});
