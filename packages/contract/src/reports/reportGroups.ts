/** Report groups and their subgroups: where reports live in the menu. Two levels, ordered by hand, then by name. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { description, id, name, version } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';

const read = { capability: 'report_groups', right: 'read' } as const;
const write = { capability: 'report_groups', right: 'write' } as const;

/** Names of the icons that a group may have, from the product's own set. */
export const groupIcons = [
  'folder',
  'chart',
  'money',
  'people',
  'store',
  'truck',
  'factory',
  'health',
  'school',
  'leaf',
  'target',
  'globe',
] as const;

const reportGroup = z.object({
  id,
  name: z.string(),
  description: z.string(),
  icon: z.enum(groupIcons),
  cover_id: id.nullable(),
  /** Where the cover is read; null without one. */
  cover: z.string().nullable(),
  position: z.number(),
  report_count: z.number(),
  subgroup_count: z.number(),
  /** The last change of the group itself, and by whom; null: none since it was made. */
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
  version: z.number(),
  can: rowCan,
});
export type ReportGroup = z.infer<typeof reportGroup>;

const look = {
  icon: z.enum(groupIcons).default('folder'),
  /** A picture of `files` with the purpose `group_cover`, shown for reports of the group that have no cover of their own. */
  cover_id: id.nullable().default(null),
};

export const reportGroupInput = z.strictObject({ name, description: description.default(''), ...look });

const reportSubgroup = z.object({
  id,
  group_id: id,
  name: z.string(),
  icon: z.enum(groupIcons),
  cover_id: id.nullable(),
  cover: z.string().nullable(),
  position: z.number(),
  report_count: z.number(),
  version: z.number(),
  can: rowCan,
});
export type ReportSubgroup = z.infer<typeof reportSubgroup>;

export const reportSubgroupInput = z.strictObject({ name, ...look });

/** Where the reports of a deleted group go. Needed only when it holds some; otherwise 409 `in_use`. */
const removal = z.strictObject({ move_to: id.optional() });

export const list = endpoint({
  method: 'GET',
  path: '/api/report_groups',
  can: read,
  summary: 'Report groups of the unit',
  query: listQuery(['position', 'name', 'report_count']),
  answer: editableListOf(reportGroup),
});
export const get = endpoint({ method: 'GET', path: '/api/report_groups/:id', can: read, summary: 'One report group', answer: reportGroup });
export const add = endpoint({
  method: 'POST',
  path: '/api/report_groups',
  can: write,
  summary: 'Adds a report group at the end',
  audit: 'report_group.add',
  status: 201,
  body: reportGroupInput,
  answer: reportGroup,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/report_groups/:id',
  can: write,
  summary: 'Changes a report group',
  audit: 'report_group.update',
  body: reportGroupInput.extend({ version }),
  answer: reportGroup,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/report_groups/:id',
  can: write,
  summary: 'Deletes a report group; its reports move to another one',
  audit: 'report_group.remove',
  query: removal,
});
export const reorder = endpoint({
  method: 'PUT',
  path: '/api/report_groups/order',
  can: write,
  summary: 'Puts the groups into this order',
  audit: 'report_group.reorder',
  body: z.strictObject({ ids: z.array(id).min(1).max(1000) }),
});

export const subgroups = endpoint({
  method: 'GET',
  path: '/api/report_groups/:id/subgroups',
  can: read,
  summary: 'Subgroups of a group, in their order',
  answer: z.object({ data: z.array(reportSubgroup) }),
});
export const addSubgroup = endpoint({
  method: 'POST',
  path: '/api/report_groups/:id/subgroups',
  can: write,
  summary: 'Adds a subgroup at the end of its group',
  audit: 'report_subgroup.add',
  status: 201,
  body: reportSubgroupInput,
  answer: reportSubgroup,
});
export const updateSubgroup = endpoint({
  method: 'PUT',
  path: '/api/report_groups/:id/subgroups/:subgroup_id',
  can: write,
  summary: 'Changes name, icon and cover of a subgroup',
  audit: 'report_subgroup.update',
  body: reportSubgroupInput.extend({ version }),
  answer: reportSubgroup,
});
export const reorderSubgroups = endpoint({
  method: 'PUT',
  path: '/api/report_groups/:id/subgroups/order',
  can: write,
  summary: 'Puts the subgroups of a group into this order',
  audit: 'report_subgroup.reorder',
  body: z.strictObject({ subgroup_ids: z.array(id).min(1).max(1000) }),
});
export const moveSubgroup = endpoint({
  method: 'POST',
  path: '/api/report_groups/:id/subgroups/:subgroup_id/move',
  can: write,
  summary: 'Moves a subgroup with its reports to the end of another group',
  audit: 'report_subgroup.move',
  body: z.strictObject({ group_id: id }),
  answer: reportSubgroup,
});
export const removeSubgroup = endpoint({
  method: 'DELETE',
  path: '/api/report_groups/:id/subgroups/:subgroup_id',
  can: write,
  summary: 'Deletes a subgroup; its reports stay in the group',
  audit: 'report_subgroup.remove',
});
