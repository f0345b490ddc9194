/** Who did what, when, from where: the lines that the database writes. */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { keyset, listOf, listQuery } from '../list.ts';

const who = z.object({ id, name: z.string(), email: z.string() }).nullable();

const auditEntry = z.object({
  id,
  at: moment,
  /** Who really did it; null for the portal itself. */
  actor: who,
  /** On whose behalf, where that was somebody else. */
  person: who,
  /** Such as `report.update` or `session.sign_in`. */
  action: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  /** What it is called now, or was when the line was written. */
  object_name: z.string().nullable(),
  /** What the ids in `before` and `after` are called. */
  names: z.record(z.string(), z.string()),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  /** What was changed, before and after; secrets as `***`. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const can = { capability: 'audit_log', right: 'read' } as const;

export const list = endpoint({
  method: 'GET',
  path: '/api/audit',
  can,
  summary:
    'The audit log, the newest first: of the unit, of the platform for the operator, of oneself for readers; above their units for partners',
  query: listQuery(['-at'], {
    ...keyset,
    level: z.enum(['unit', 'partner']).default('unit'),
    days: z.enum(['1', '7', '30', '90']).optional(),
    /** `acting`: what somebody did in the place of somebody else. */
    kind: z.enum(['sign_in', 'change', 'acting']).optional(),
    /** Sign-ins by one way. */
    way: z.enum(['password', 'passkey', 'azure', 'saml']).optional(),
    actor_id: id.optional(),
    object_type: z.string().max(60).optional(),
    object_id: z.string().max(200).optional(),
  }),
  answer: listOf(auditEntry),
});

export const exportList = endpoint({
  method: 'GET',
  path: '/api/audit/export',
  can,
  summary: 'The same as CSV or XLSX',
  query: exportQuery(list.query),
  answer: download,
});

/** What happened to one object, the newest first, and how it came to be: read where the object itself is read. */
const historyQuery = listQuery(['-at'], keyset);
const historyAnswer = listOf(auditEntry).extend({
  /** The line that was written when it was made; null where that is no longer kept. */
  made: auditEntry.nullable(),
});
export type History = z.infer<typeof historyAnswer>;

export const ofReport = endpoint({
  method: 'GET',
  path: '/api/reports/:id/history',
  can: { capability: 'reports', right: 'read' },
  summary: 'What happened to a report, its assignments, schedule and maintenance',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofUser = endpoint({
  method: 'GET',
  path: '/api/users/:id/history',
  can: { capability: 'users', right: 'read' },
  summary: 'What happened to a person of the unit, their groups and assignments',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofUserGroup = endpoint({
  method: 'GET',
  path: '/api/user_groups/:id/history',
  can: { capability: 'user_groups', right: 'read' },
  summary: 'What happened to a user group, its people and assignments',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofIncident = endpoint({
  method: 'GET',
  path: '/api/incidents/:id/history',
  can: { capability: 'privacy_desk', right: 'read' },
  summary: 'What was done about a security incident, for those who answer for the unit',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofPartner = endpoint({
  method: 'GET',
  path: '/api/partners/:id/history',
  can: { capability: 'partners', right: 'write' },
  summary: 'What happened to a partner, its configuration, and who was asked for as its staff',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofDomain = endpoint({
  method: 'GET',
  path: '/api/domains/:id/history',
  can: { capability: 'domains', right: 'read' },
  summary: 'What happened to a domain: who asked and answered, what was proven, and when it went',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofClient = endpoint({
  method: 'GET',
  path: '/api/clients/:id/history',
  can: { capability: 'clients', right: 'read' },
  summary: 'What happened to a client',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofCompany = endpoint({
  method: 'GET',
  path: '/api/companies/:id/history',
  can: { capability: 'other_units_data', right: 'use' },
  summary: 'What happened to a business unit of the partner, its hosts and its configuration',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofInvoice = endpoint({
  method: 'GET',
  path: '/api/billing/:id/history',
  can: { capability: 'billing', right: 'write' },
  summary: 'What happened to an invoice: for the operator, who does it',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofBroadcast = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/history',
  can: { capability: 'notification_sending', right: 'use' },
  summary: 'What happened to an announcement',
  query: historyQuery,
  answer: historyAnswer,
});

export const ofTheme = endpoint({
  method: 'GET',
  path: '/api/themes/:id/history',
  can: { capability: 'branding', right: 'read' },
  summary: 'What happened to a theme: drafts, what was published and came back',
  query: historyQuery,
  answer: historyAnswer,
});
