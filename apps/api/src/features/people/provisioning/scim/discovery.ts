/** What this SCIM can do, in its own form (RFC 7643, 5 to 7). */
import type { Attribute } from './attributes.ts';
import { coreGroup, coreUser, enterprise, enterpriseAttributes, groupAttributes, userAttributes } from './attributes.ts';
import type { JsonObject } from './values.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

export const providerConfig = (base: string): JsonObject => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'A token that an administrator of the business unit makes.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string): JsonObject[] => [
  {
    schemas: [`${core}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'People of the business unit',
    schema: coreUser,
    schemaExtensions: [{ schema: enterprise, required: false }],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: [`${core}:ResourceType`],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'User groups that the directory made',
    schema: coreGroup,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

const told = ({ name, type, multi, required, exact, mutability, returned, unique, sub }: Attribute): JsonObject => ({
  name,
  type,
  multiValued: multi,
  description: name,
  required,
  caseExact: exact,
  mutability,
  returned,
  uniqueness: unique ? 'server' : 'none',
  ...(type === 'reference' ? { referenceTypes: ['uri'] } : {}),
  ...(sub.length > 0 ? { subAttributes: sub.map(told) } : {}),
});

export const schemas = (base: string): JsonObject[] =>
  (
    [
      [coreUser, 'User', userAttributes],
      [coreGroup, 'Group', groupAttributes],
      [enterprise, 'EnterpriseUser', enterpriseAttributes],
    ] as const
  ).map(([id, name, attributes]) => ({
    schemas: [`${core}:Schema`],
    id,
    name,
    description: name,
    attributes: attributes.map(told),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
