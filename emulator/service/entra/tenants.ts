import { z } from 'zod';
import type { Service } from '../service.ts';
import { EntraError } from './entraError.ts';

const path = z.object({ tenant: z.string().toLowerCase() });

/** Stand for any directory, where people sign in. */
const anyTenant = new Set(['common', 'organizations']);

/** The directory that the path names; `common` for any. */
export const tenantOf = (service: Service, params: unknown): string => {
  const { tenant } = path.parse(params);
  if (anyTenant.has(tenant)) return 'common';
  if (service.state.applications.some((application) => application.tenant_id === tenant)) return tenant;
  throw new EntraError(400, 'invalid_request', 90002, `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`);
};

/** The directory itself, which an application without a person must name. */
export const concreteTenantOf = (service: Service, params: unknown): string => {
  const tenant = tenantOf(service, params);
  if (tenant !== 'common') return tenant;
  throw new EntraError(400, 'invalid_request', 90002, `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`);
};
