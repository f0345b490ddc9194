/** The attributes of SCIM's users and groups (RFC 7643): how they are read, compared and told in `/Schemas`. */
export const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const coreGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const listResponse = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

export type Attribute = {
  name: string;
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'binary' | 'complex';
  multi: boolean;
  required: boolean;
  /** Whether letter case counts when it is compared. */
  exact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'writeOnly';
  returned: 'default' | 'always' | 'never';
  unique: boolean;
  sub: readonly Attribute[];
};

const attribute = (name: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multi: false,
  required: false,
  exact: false,
  mutability: 'readWrite',
  returned: 'default',
  unique: false,
  sub: [],
  ...more,
});
const complex = (name: string, sub: readonly Attribute[], more: Partial<Attribute> = {}) =>
  attribute(name, { type: 'complex', sub, ...more });
const reference = (name: string, more: Partial<Attribute> = {}) => attribute(name, { type: 'reference', exact: true, ...more });
/** A list of values, each with a type, a label, and whether it is the first among them. */
const plural = (name: string, value: Attribute = attribute('value')) =>
  complex(name, [value, attribute('display'), attribute('type'), attribute('primary', { type: 'boolean' })], { multi: true });

const readOnly = { mutability: 'readOnly' } as const;

export const common: readonly Attribute[] = [
  attribute('id', { exact: true, returned: 'always', ...readOnly }),
  attribute('externalId', { exact: true }),
  complex(
    'meta',
    [
      attribute('resourceType', { exact: true, ...readOnly }),
      attribute('created', { type: 'dateTime', ...readOnly }),
      attribute('lastModified', { type: 'dateTime', ...readOnly }),
      reference('location', readOnly),
      attribute('version', { exact: true, ...readOnly }),
    ],
    readOnly,
  ),
];

export const userAttributes: readonly Attribute[] = [
  attribute('userName', { required: true, unique: true }),
  complex(
    'name',
    ['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'].map((name) => attribute(name)),
  ),
  attribute('displayName'),
  attribute('nickName'),
  reference('profileUrl'),
  attribute('title'),
  attribute('userType'),
  attribute('preferredLanguage'),
  attribute('locale'),
  attribute('timezone'),
  attribute('active', { type: 'boolean' }),
  attribute('password', { mutability: 'writeOnly', returned: 'never' }),
  plural('emails'),
  plural('phoneNumbers'),
  plural('ims'),
  plural('photos', reference('value')),
  complex(
    'addresses',
    [
      ...['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type'].map((name) => attribute(name)),
      attribute('primary', { type: 'boolean' }),
    ],
    { multi: true },
  ),
  complex('groups', [attribute('value', readOnly), reference('$ref', readOnly), attribute('display', readOnly)], {
    multi: true,
    ...readOnly,
  }),
  plural('entitlements'),
  plural('roles'),
  plural('x509Certificates', attribute('value', { type: 'binary', exact: true })),
];

export const enterpriseAttributes: readonly Attribute[] = [
  ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((name) => attribute(name)),
  complex('manager', [attribute('value'), reference('$ref'), attribute('displayName', readOnly)]),
];

export const groupAttributes: readonly Attribute[] = [
  attribute('displayName', { required: true, unique: true }),
  complex('members', [attribute('value'), reference('$ref'), attribute('type'), attribute('display', readOnly)], { multi: true }),
];

export type Kind = 'user' | 'group';

/** What a path of SCIM names. `extended` says that it is an attribute of the enterprise extension. */
export type Place = { attribute: Attribute; sub: Attribute | null; extended: boolean };

const named = (attributes: readonly Attribute[], name: string) =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;

/** The extension itself, as an attribute that holds its own. */
export const extension: Attribute = complex(enterprise, enterpriseAttributes);

const after = (text: string, beginning: string): string | null =>
  text.toLowerCase().startsWith(beginning.toLowerCase()) ? text.slice(beginning.length) : null;

/** Where a path leads, such as `name.givenName` or an attribute behind the address of its schema; null where it leads nowhere. */
export function placeOf(kind: Kind, path: string): Place | null {
  if (kind === 'user' && path.toLowerCase() === enterprise.toLowerCase()) return { attribute: extension, sub: null, extended: false };
  const extended = kind === 'user' ? after(path, `${enterprise}:`) : null;
  const plain = after(path, `${kind === 'user' ? coreUser : coreGroup}:`) ?? path;
  const [first = '', second, ...rest] = (extended ?? plain).split('.');
  const own = kind === 'user' ? userAttributes : groupAttributes;
  const attributeFound = named(extended === null ? [...common, ...own] : enterpriseAttributes, first);
  if (!attributeFound || rest.length > 0) return null;
  if (second === undefined) return { attribute: attributeFound, sub: null, extended: extended !== null };
  const sub = named(attributeFound.sub, second);
  return sub ? { attribute: attributeFound, sub, extended: extended !== null } : null;
}
