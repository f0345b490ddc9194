/** User groups: who is in them, what they open, how long, and where their people begin (docs/reference/product-rules.md 1.2, row 15). */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { day, description, id, internalPath, name, version } from '../fields.ts';
import { editableListOf, listOf, listQuery, rowCan } from '../list.ts';
import { membersCodec } from '../wire.ts';
import { memberStates } from './users.ts';

const read = { capability: 'user_groups', right: 'read' } as const;
const write = { capability: 'user_groups', right: 'write' } as const;

export const userGroupInput = z.strictObject({
  name,
  description: description.default(''),
  /** Last day of the group in the unit's time zone; null: no end. */
  ends_on: day.nullable().default(null),
  /** Where its people begin, unless they have a page of their own. */
  home_page: internalPath.nullable().default(null),
  /** Rights of the group's people, in addition to those of the person. */
  refresh_datasets: z.boolean().default(false),
  create_notifications: z.boolean().default(false),
  /** The default group: people who register are put into it. */
  is_default: z.boolean().default(false),
});
export type UserGroupInput = z.infer<typeof userGroupInput>;

const userGroup = userGroupInput.extend({
  id,
  home_page: z.string().nullable(),
  member_count: z.number(),
  report_count: z.number(),
  /** Whether the company directory made it (SCIM): its name and its members are changed there. */
  by_directory: z.boolean(),
  ended: z.boolean(),
  created_at: z.string(),
  /** The last change of the group itself, and by whom; null: none since it was made. */
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
  version: z.number(),
  can: rowCan,
});
export type UserGroup = z.infer<typeof userGroup>;

export const list = endpoint({
  method: 'GET',
  path: '/api/user_groups',
  can: read,
  summary: 'User groups of the unit',
  query: listQuery(['name', 'ends_on', 'member_count', 'report_count'], {
    /** Groups that end within seven days, or in which somebody's time does. */
    ends: z.enum(['soon']).optional(),
  }),
  answer: editableListOf(userGroup),
});
export const exportList = endpoint({
  method: 'GET',
  path: '/api/user_groups/export',
  can: read,
  summary: 'User groups of the unit as CSV or XLSX',
  query: exportQuery(list.query),
  answer: download,
});
export const get = endpoint({ method: 'GET', path: '/api/user_groups/:id', can: read, summary: 'One user group', answer: userGroup });
export const add = endpoint({
  method: 'POST',
  path: '/api/user_groups',
  can: write,
  summary: 'Adds a user group',
  audit: 'user_group.add',
  status: 201,
  body: userGroupInput,
  answer: userGroup,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/user_groups/:id',
  can: write,
  summary: 'Changes a user group',
  audit: 'user_group.update',
  body: userGroupInput.extend({ version }),
  answer: userGroup,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/user_groups/:id',
  can: write,
  summary: 'Deletes a user group; its people stay, what it opened closes for them',
  audit: 'user_group.remove',
});

const member = z.object({
  /** The membership's. */
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(memberStates),
  ends_on: z.string().nullable(),
});
export type GroupMember = z.infer<typeof member>;

export const members = endpoint({
  method: 'GET',
  path: '/api/user_groups/:id/members',
  can: read,
  summary: 'People of a group',
  query: listQuery(['name']),
  answer: listOf(member),
  wire: { answer: membersCodec },
});
export const candidates = endpoint({
  method: 'GET',
  path: '/api/user_groups/:id/candidates',
  can: read,
  summary: 'People of the unit who are not in the group',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({ data: z.array(z.object({ id, name: z.string(), email: z.string() })) }),
});
export const addMembers = endpoint({
  method: 'POST',
  path: '/api/user_groups/:id/members',
  can: write,
  summary: 'Adds people to a group, or changes until when they are in it',
  audit: 'user_group.add_members',
  body: z.strictObject({ membership_ids: z.array(id).min(1).max(500), ends_on: day.nullable().default(null) }),
});
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/user_groups/:id/members/:membership_id',
  can: write,
  summary: 'Takes a person out of a group',
  audit: 'user_group.remove_member',
});
export const reports = endpoint({
  method: 'GET',
  path: '/api/user_groups/:id/reports',
  can: read,
  summary: 'Reports that are assigned to a group',
  answer: z.object({ data: z.array(z.object({ report_id: id, title: z.string(), grant_id: id, ends_on: z.string().nullable() })) }),
});

/** Units to which a group can be copied. */
export const targets = endpoint({
  method: 'GET',
  path: '/api/user_groups/:id/targets',
  can: write,
  summary: 'Other units whose people the caller manages',
  answer: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});

const person = z.object({ id, name: z.string(), email: z.string() });
const migration = z.object({
  /** The other unit has a group of this name; the people are added to it. */
  group_exists: z.boolean(),
  /** Numbers of people who become members of the other unit, and of those who are members already. */
  joining: z.array(person),
  already: z.array(person),
  /** Assignments that can be copied because the other unit has registered the same Power BI report; others are left out. */
  reports: z.array(z.object({ id, title: z.string(), there: z.boolean() })),
  seats: z.object({ used: z.number(), limit: z.number() }),
  /** How many people the other unit's client would have over all its units, each counted once; null where its contract sets no limit. */
  contract: z.object({ wanted: z.number(), limit: z.number() }).nullable(),
  fits: z.boolean(),
});
export type Migration = z.infer<typeof migration>;

export const previewMigration = endpoint({
  method: 'GET',
  path: '/api/user_groups/:id/migration/:tenant_id',
  can: write,
  summary: 'What would happen if the group went to another unit',
  answer: migration,
});
export const migrate = endpoint({
  method: 'POST',
  path: '/api/user_groups/:id/migration/:tenant_id',
  can: write,
  summary: 'Takes a group with its people to another unit; on wish it leaves this one',
  audit: 'user_group.migrate',
  body: z.strictObject({ leave: z.boolean().default(false) }),
  answer: z.object({ joined: z.number(), already: z.number(), reports: z.number() }),
});
