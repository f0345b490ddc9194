/** Shifts: weekly calendars. Assigned to people and groups, they are the hours in which those may be signed in. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, moment, name, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';

export const rangesADay = 4;
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid');

/** `day` 0 is Sunday. An end that is not after the start lies on the next day; equal ones are a whole day. */
export const hourRange = z.strictObject({ day: z.number().int().min(0).max(6), start: time, end: time });
export type HourRange = z.infer<typeof hourRange>;

export const shiftInput = z.strictObject({
  name,
  ranges: z
    .array(hourRange)
    .min(1, 'required')
    .max(7 * rangesADay)
    .refine(
      (ranges) => [0, 1, 2, 3, 4, 5, 6].every((of) => ranges.filter((range) => range.day === of).length <= rangesADay),
      'ranges_of_day',
    ),
  holidays: z.array(day).max(60),
  active: z.boolean(),
  user_group_ids: z.array(id).max(200),
  membership_ids: z.array(id).max(500),
});
export type ShiftInput = z.infer<typeof shiftInput>;

const named = z.array(z.object({ id, name: z.string() }));
const shift = z.object({
  id,
  name: z.string(),
  ranges: z.array(hourRange),
  holidays: z.array(z.string()),
  active: z.boolean(),
  user_groups: named,
  members: named,
  /** Now, in the time zone of the unit. */
  open: z.boolean(),
  version,
});
export type Shift = z.infer<typeof shift>;

const can = { capability: 'shifts', right: 'write' } as const;
const read = { capability: 'shifts', right: 'read' } as const;

export const list = endpoint({
  method: 'GET',
  path: '/api/shifts',
  can: read,
  summary: 'Shifts of the unit with whom they bind',
  query: listQuery(['name']),
  answer: listOf(shift),
});

/** People and groups that a shift can be assigned to. */
export const candidates = endpoint({
  method: 'GET',
  path: '/api/shifts/candidates',
  can: read,
  summary: 'Groups and people of the unit by words of their names',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({ user_groups: named, members: named }),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/shifts',
  can,
  summary: 'Makes a shift',
  body: shiftInput,
  status: 201,
  answer: z.object({ id }),
  audit: 'shift.add',
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/shifts/:id',
  can,
  summary: 'Changes hours and whom they bind; at once, also for who is signed in',
  body: shiftInput.extend({ version }),
  audit: 'shift.update',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/shifts/:id',
  can,
  summary: 'Removes a shift: it binds nobody any more',
  audit: 'shift.remove',
});

/** A person whom the rule would have refused at a sign-in of the last 30 days. */
const stopped = z.object({ id, name: z.string(), email: z.string(), times: z.number(), last: moment, ip: z.string().nullable() });
const rehearsal = z.object({ sign_ins: z.number(), people: z.array(stopped) });

export const rehearse = endpoint({
  method: 'POST',
  path: '/api/shifts/rehearse',
  can,
  summary: 'Who of the last 30 days would have been stopped by these hours; nothing is saved',
  body: shiftInput.pick({ ranges: true, holidays: true, user_group_ids: true, membership_ids: true }),
  answer: rehearsal,
});

export const rehearseAddresses = endpoint({
  method: 'POST',
  path: '/api/access_rules/rehearse',
  can: { capability: 'access_rules', right: 'write' },
  summary: 'Who of the last 30 days would have been stopped by this list, and whether one address passes; nothing is saved',
  body: z.strictObject({
    addresses: z.array(z.string().trim().min(1).max(100)).max(100),
    /** An address to try. */
    address: z.string().trim().max(100).nullable(),
  }),
  answer: rehearsal.extend({ passes: z.boolean().nullable() }),
});

export const extensionMinutes = 30;

export const extend = endpoint({
  method: 'POST',
  path: '/api/shifts/extensions',
  can: { capability: 'access_rules', right: 'write' },
  summary: 'Half an hour more for one person, from now or from the end of the hours',
  body: z.strictObject({ membership_id: id }),
  answer: z.object({ until: moment }),
  audit: 'access.extend',
});
