/**
 * Maintenance of the platform and of partners: whoever is inside waits, and goes on when it is over. The operator is let in at any
 * time, a partner's staff during the maintenance of that partner (docs/reference/product-rules.md 2.1).
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { description, id, moment } from '../fields.ts';

const maintenanceInput = z.strictObject({
  on: z.boolean(),
  /** Null: until it is switched off. */
  minutes: z.number().int().min(1).max(10_080).nullable().default(null),
  message: description.default(''),
});
export type MaintenanceInput = z.infer<typeof maintenanceInput>;

const place = z.object({
  /** A partner's; null is the platform. */
  id: id.nullable(),
  name: z.string().nullable(),
  maintenance: z.object({ until: moment.nullable(), message: z.string() }).nullable(),
});
export type Place = z.infer<typeof place>;

export const list = endpoint({
  method: 'GET',
  path: '/api/maintenance',
  can: { capability: 'business_units', right: 'write' },
  summary: 'What the caller may put under maintenance: the platform and every partner, or the own partner',
  answer: z.object({ data: z.array(place) }),
});

export const ofPlatform = endpoint({
  method: 'PUT',
  path: '/api/maintenance/platform',
  can: { capability: 'partners', right: 'write' },
  summary: 'Puts the platform under maintenance, or ends it',
  audit: 'platform.maintenance',
  body: maintenanceInput,
  answer: place,
});

export const ofPartner = endpoint({
  method: 'PUT',
  path: '/api/maintenance/partners/:id',
  can: { capability: 'business_units', right: 'write' },
  summary: 'Puts a partner with its units under maintenance, or ends it',
  audit: 'partner.maintenance',
  body: maintenanceInput,
  answer: place,
});
