import type { ModelDefinition } from '../definition.ts';
import { invalidRequest } from '../errors.ts';
import { exceeds } from '../limits.ts';
import type { Identity } from './embed-token-bodies.ts';

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

/**
 * The effective identity rules of powerbi.md A7. The cloud is said to name unknown roles when the token is minted or
 * when the report is drawn; here it is when the token is minted, where a portal can still tell somebody.
 */
export const checkIdentities = (models: ModelDefinition[], identities: Identity[], mostRoles: number | null): void => {
  const crowded = identities.findIndex(({ roles }) => exceeds(roles?.length ?? 0, mostRoles));
  if (crowded >= 0) throw invalidRequest(`identities.${crowded}.roles: must have at most ${mostRoles} roles`);
  const known = new Set(models.map((model) => model.id.toLowerCase()));
  const stranger = identities.flatMap((identity) => identity.datasets).find((id) => !known.has(id));
  if (stranger !== undefined)
    throw invalidRequest(`The effective identity names dataset ${stranger}, which the embed token does not cover`);
  for (const model of models) checkModel(model, identities);
};
