import type { ModelDefinition } from '../../definitions/model.ts';
import { invalidRequest } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import type { Limits } from '../limits.ts';
import type { Identity } from '@vitrine/powerbi/wire/embedTokens.ts';

const about = (model: ModelDefinition): string => `Creating embed token for accessing dataset ${model.id}`;

const checkModel = (model: ModelDefinition, identities: Identity[]): void => {
  const own = identities.filter((identity) => identity.datasets.includes(model.id.toLowerCase()));
  const [identity] = own;
  const hasRoles = model.roles.length > 0;
  if (own.length > 1) throw invalidRequest(`${about(model)} allows only one effective identity per dataset`);
  if (hasRoles && !identity) throw invalidRequest(`${about(model)} requires effective identity to be provided`);
  if (!hasRoles && identity) throw invalidRequest(`${about(model)} shouldn't have effective identity`);
  if (!identity) return;
  const roles = identity.roles ?? [];
  if (roles.length === 0) throw invalidRequest(`${about(model)} requires roles to be included in provided effective identity`);
  const unknown = roles.find((name) => !model.roles.some((role) => role.name === name));
  if (unknown !== undefined) throw invalidRequest(`${about(model)} failed: the role '${unknown}' was not found`);
};

type IdentityLimits = Pick<Limits, 'identity_roles' | 'role_characters' | 'username_characters'>;

const checkSizes = (place: string, username: string, roles: string[], limits: IdentityLimits): void => {
  if (exceeds(username.length, limits.username_characters))
    throw invalidRequest(`${place}.username: must have at most ${limits.username_characters} characters`);
  if (exceeds(roles.length, limits.identity_roles))
    throw invalidRequest(`${place}.roles: must have at most ${limits.identity_roles} roles`);
  const long = roles.findIndex((role) => exceeds(role.length, limits.role_characters));
  if (long >= 0) throw invalidRequest(`${place}.roles.${long}: must have at most ${limits.role_characters} characters`);
};

/**
 * The effective identity rules of docs/reference/powerbi.md A7. The cloud is said to name unknown roles when the token is minted or
 * when the report is drawn; here it is when the token is minted, where a portal can still tell somebody.
 */
export const checkIdentities = (models: ModelDefinition[], identities: Identity[], limits: IdentityLimits): void => {
  for (const [at, { username, roles }] of identities.entries()) checkSizes(`identities.${at}`, username, roles ?? [], limits);
  const known = new Set(models.map((model) => model.id.toLowerCase()));
  const stranger = identities.flatMap((identity) => identity.datasets).find((id) => !known.has(id));
  if (stranger !== undefined)
    throw invalidRequest(`The effective identity names dataset ${stranger}, which the embed token does not cover`);
  for (const model of models) checkModel(model, identities);
};
