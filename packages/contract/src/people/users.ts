/** People of a business unit: a person has one account and a membership in each unit (docs/reference/specification.md 3, docs/reference/product-rules.md 1 and 4). */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { day, email, id, locale, name, version } from '../fields.ts';
import { editableListOf, keyset, listQuery, rowCan } from '../list.ts';
import { entityStatuses, memberCodec, membersCodec, memberSearchCodec } from '../wire.ts';
import { customValues } from './customFields.ts';
import { hideableScreens } from '../screens.ts';

const read = { capability: 'users', right: 'read' } as const;
const write = { capability: 'users', right: 'write' } as const;
const changeState = { capability: 'user_state', right: 'use' } as const;

export const memberRoles = ['admin', 'user'] as const;
export const authenticationLevels = ['inherit', 'none', 'email', 'app'] as const;
/** States that an administrator sets; on trial follows from the state of the unit. */
export const memberStates = ['active', 'inactive', 'blocked', 'deactivated'] as const;

/** E.164: a plus sign, the country, and at most fifteen digits in all. */
export const phone = z
  .string()
  .trim()
  .transform((text) => text.replaceAll(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, 'invalid'));

const flags = {
  /** Sees and gets the invoices of the unit's client. Only for administrators, and only the partner says so; left out: as it is. */
  billing_administrator: z.boolean().optional(),
  support_agent: z.boolean().default(false),
  allow_remote_access: z.boolean().default(false),
  create_notifications: z.boolean().default(false),
  refresh_datasets: z.boolean().default(false),
  /** May start the paused capacity of a report that they see, unless its account allows that to nobody. */
  wake_capacities: z.boolean().default(false),
  ignore_auto_block: z.boolean().default(false),
  /** The unit’s list of allowed addresses does not apply to this person. */
  ip_exempt: z.boolean().default(false),
};

export const userInput = z.strictObject({
  name,
  email,
  phone: phone.nullable().default(null),
  role: z.enum(memberRoles).default('user'),
  department: z.string().trim().max(120).nullable().default(null),
  language: locale.default('pt-BR'),
  picture_id: id.nullable().default(null),
  authentication_level: z.enum(authenticationLevels).default('inherit'),
  user_group_ids: z.array(id).max(100).default([]),
  ...flags,
  /** Screens that are hidden from this person. It takes no right away: the server decides by rights. */
  hidden_menu: z.array(z.enum(hideableScreens)).max(hideableScreens.length).default([]),
  /** Days in the unit's time zone; both take effect at 00:00. */
  block_on: day.nullable().default(null),
  delete_on: day.nullable().default(null),
  custom: customValues.default({}),
});
export type UserInput = z.infer<typeof userInput>;

const group = z.object({ id, name: z.string() });

const userRow = z.object({
  /** The membership's. */
  id,
  person_id: id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  picture_id: id.nullable(),
  /** For `<img src>`. */
  picture: z.string().nullable(),
  role: z.enum(memberRoles),
  state: z.enum(entityStatuses),
  department: z.string().nullable(),
  language: locale,
  groups: z.array(group),
  custom: customValues,
  last_access: z.string().nullable(),
  /** What the mail server of this address answered when it refused a mail for good, until it takes one. */
  mail_refusal: z.string().nullable(),
  created_at: z.string(),
  /** True for the caller's own row. */
  own: z.boolean(),
  can: rowCan,
});
export type UserRow = z.infer<typeof userRow>;

const user = userRow.extend({
  auth_method: z.enum(['password', 'azure', 'saml']),
  authentication_level: z.enum(authenticationLevels),
  billing_administrator: z.boolean(),
  support_agent: z.boolean(),
  allow_remote_access: z.boolean(),
  create_notifications: z.boolean(),
  refresh_datasets: z.boolean(),
  wake_capacities: z.boolean(),
  ignore_auto_block: z.boolean(),
  ip_exempt: z.boolean(),
  hidden_menu: z.array(z.enum(hideableScreens)),
  block_on: z.string().nullable(),
  delete_on: z.string().nullable(),
  /** Whether the caller may change name, e-mail, phone and language: only if the person belongs to no unit that the caller does not manage. */
  identity_is_ours: z.boolean(),
  /** Fields that the company directory writes (SCIM): here they are only read. */
  directory_fields: z.array(z.enum(['name', 'email', 'language', 'department'])),
  version: z.number(),
});
export type User = z.infer<typeof user>;

const narrowing = {
  role: z.enum(memberRoles).optional(),
  /** Without it, everybody except deactivated people. */
  state: z.enum(memberStates).optional(),
  user_group_id: id.optional(),
  department: z.string().max(120).optional(),
  /** People who have not signed in for so many days, or never. */
  not_signed_in: z.enum(['ever', '30', '90']).optional(),
  /** People whose last mail was refused for good. */
  mail: z.enum(['refused']).optional(),
  /** People who opened a report in seven days, today among them. */
  reads: z.enum(['week']).optional(),
  /** People who have a licence: active and blocked ones. */
  licence: z.enum(['used']).optional(),
  /** People who are blocked or deactivated by themselves within seven days. */
  ends: z.enum(['soon']).optional(),
  /** `<id of a custom field>:<value>`; without a value, filled in; with `!` before, left empty. */
  custom: z
    .string()
    .max(600)
    .regex(/^(?:!?[0-9a-f-]{36}|[0-9a-f-]{36}:.+)$/s, 'invalid')
    .optional(),
};

export const list = endpoint({
  method: 'GET',
  path: '/api/users',
  can: read,
  summary: 'People of the unit',
  query: listQuery(['name', 'role', 'state', 'last_access', 'created_at'], { ...narrowing, ...keyset }),
  answer: editableListOf(userRow),
  wire: { query: memberCodec, answer: membersCodec },
});
export const exportList = endpoint({
  method: 'GET',
  path: '/api/users/export',
  can: read,
  summary: 'People of the unit as CSV or XLSX',
  query: exportQuery(list.query),
  answer: download,
  wire: { query: memberCodec },
});
export const get = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  can: read,
  summary: 'One person of the unit',
  answer: user,
  wire: { answer: memberCodec },
});

/** Choices of the form and the filters, and how many seats are taken. */
export const surroundings = endpoint({
  method: 'GET',
  path: '/api/users/surroundings',
  can: read,
  summary: 'Departments and seats',
  answer: z.object({
    departments: z.array(z.string()),
    seats: z.object({
      used: z.number(),
      limit: z.number(),
      /** How many may still come: by the unit's limit, and by that of its client where that is less. */
      free: z.number(),
      /** People of the client's contract who cost nothing; null where the unit has no client. */
      bonus: z.number().nullable(),
    }),
    may_grant_admin: z.boolean(),
    may_import_from_unit: z.boolean(),
  }),
});

/** What a mistyped address in the form is compared with. */
export const mailDomains = endpoint({
  method: 'GET',
  path: '/api/users/mail_domains',
  can: read,
  summary: 'Mail domains that several people of the unit have, the most frequent first',
  answer: z.object({ data: z.array(z.string()) }),
});

const accessWays = ['invitation', 'default_password'] as const;

export const add = endpoint({
  method: 'POST',
  path: '/api/users',
  can: write,
  summary: 'Adds a person: with a link to set a password, or with a password to be changed at the first sign-in',
  audit: 'user.add',
  status: 201,
  body: userInput.extend({
    access: z.enum(accessWays).default('invitation'),
    /** Reports that are assigned to the person at once. */
    report_ids: z.array(id).max(100).default([]),
    /** Whose assignments of reports the new person gets as well. */
    clone_of: id.optional(),
    /** Takes back who was deactivated here and has the e-mail; without it, that is refused with the person's name. */
    reactivate: z.boolean().default(false),
  }),
  /** The password is told once and never mailed. */
  answer: user.extend({ default_password: z.string().nullable() }),
  wire: { answer: memberCodec },
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  can: write,
  summary: 'Changes a person',
  audit: 'user.update',
  body: userInput.extend({ version }),
  answer: user,
  wire: { answer: memberCodec },
});
export const setState = endpoint({
  method: 'POST',
  path: '/api/users/:id/state',
  can: changeState,
  summary: 'Activates, inactivates, blocks or deactivates; whoever is not active any more is signed out everywhere',
  audit: 'user.state',
  body: z.strictObject({ state: z.enum(memberStates) }),
  wire: { body: memberCodec },
});
export const forceLogout = endpoint({
  method: 'POST',
  path: '/api/users/:id/logout',
  can: changeState,
  summary: 'Ends every session of the person, oneself’s other ones',
  audit: 'user.force_logout',
  body: z.strictObject({}),
});
export const invite = endpoint({
  method: 'POST',
  path: '/api/users/:id/invitation',
  can: write,
  summary: 'Mails a new link to set a password; earlier ones stop working',
  audit: 'user.invite',
  body: z.strictObject({}),
});
export const erase = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  can: { capability: 'user_erasure', right: 'use' },
  summary: 'Erases a person by anonymising: what they did stays, who it was does not',
  audit: 'user.erase',
  /** The name in capitals with underscores, as it was typed. */
  query: z.strictObject({ confirm: z.string().max(200) }),
});

const bulkActions = [...memberStates, 'logout', 'invite', 'add_to_group', 'remove_from_group'] as const;

export const bulk = endpoint({
  method: 'POST',
  path: '/api/users/bulk',
  can: changeState,
  summary: 'Does the same to many people: those named, or everybody whom search and filters find',
  audit: 'user.bulk',
  body: z.strictObject({
    action: z.enum(bulkActions),
    membership_ids: z.array(id).max(500).default([]),
    found: z
      .strictObject({
        q: z.string().trim().max(120).default(''),
        ...narrowing,
        /** Of the people whom this import created. */
        import_id: id.optional(),
      })
      .optional(),
    to_group: id.optional(),
  }),
  /**
   * The caller, higher roles, and people in that state already are skipped; invitations also skip people who are not active, have a password or
   * use single sign-on, and people who were sent one within the last hour.
   */
  answer: z.object({
    changed: z.number(),
    skipped: z.number(),
    /** The calls that take it back, each for those who were in the same state; absent where there is no way back, or too many people. */
    undo: z.array(z.object({ action: z.enum(bulkActions), membership_ids: z.array(id), to_group: id.optional() })).optional(),
  }),
  wire: { body: memberSearchCodec },
});

/** Units in which the caller may manage people, and whether the person is a member there. */
export const units = endpoint({
  method: 'GET',
  path: '/api/users/:id/units',
  can: write,
  summary: 'In which units the person is a member, of those that the caller manages',
  answer: z.object({
    data: z.array(z.object({ id, name: z.string(), member: z.boolean(), role: z.enum(memberRoles).nullable(), current: z.boolean() })),
  }),
});
export const joinUnit = endpoint({
  method: 'PUT',
  path: '/api/users/:id/units/:tenant_id',
  can: write,
  summary: 'Makes the person a member of another unit that the caller manages',
  audit: 'user.join_unit',
  body: z.strictObject({ role: z.enum(memberRoles) }),
});
export const leaveUnit = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/units/:tenant_id',
  can: write,
  summary: 'Deactivates the person in another unit that the caller manages',
  audit: 'user.leave_unit',
});

/** Reports that the person has in person or by a group. */
export const reports = endpoint({
  method: 'GET',
  path: '/api/users/:id/reports',
  can: read,
  summary: 'What is assigned to the person, and by what',
  answer: z.object({
    data: z.array(
      z.object({
        report_id: id,
        title: z.string(),
        /** The assignment in person, when there is one: it can be taken back here. */
        grant_id: id.nullable(),
        through: z.array(z.string()),
        unit: z.boolean(),
        ends_on: z.string().nullable(),
      }),
    ),
  }),
});
