/**
 * What may break a rule of the schema, and why: rule → object → reason. Each entry weakens the wall between tenants or moves
 * it elsewhere, so the reason says what holds instead. An entry that is no longer needed fails the test too.
 */
export const exceptions: Record<string, Record<string, string>> = {
  tenant: {
    attempt: 'counts attempts per account and network before anybody is known; only identity has it',
    audit_log: 'holds entries of the platform and of partners too; a scope reads and adds its own',
    device: 'a browser belongs to a person, not to a unit; only identity has it',
    domain: 'finds the unit of a host before anybody is known; only identity and the operator have it',
    one_time_token: 'is redeemed before anybody is known; only identity has it',
    partner: 'stands above units',
    partner_setting: 'stands above units, which inherit it',
    password_history: 'belongs to a person, not to a unit; only identity has it',
    person: 'a person has one account and any number of units; a unit sees those who are members',
    platform_setting: 'one row for the platform',
    schema_migration: 'belongs to the migrating login; no role of requests has a grant on it',
    session: 'is found by its token before the unit is known; only identity has it',
    staff: 'people of the operator and of partners belong to no unit',
    tenant: 'is the unit itself',
  },
  security: {
    schema_migration: 'belongs to the migrating login; no role of requests has a grant on it',
  },
  force: {
    report: 'search_report searches as the owner and names the tenant itself',
    schema_migration: 'belongs to the migrating login, which is no role of requests',
  },
  owner: {
    schema_migration: 'is written by the migrating login before there is an owner',
  },
  policy: {
    'audit_log.portal_app_insert': 'the own tenant, as for a table of tenants',
    'audit_log.portal_app_select': 'the own tenant, as for a table of tenants',
    'audit_log.portal_owner_insert':
      'records what a foreign key removes, which happens as the owner from version 18 on; nobody logs in as it',
    'audit_log.portal_partner_insert': 'the own tenants, and entries of the own partner',
    'audit_log.portal_partner_select': 'the own tenants, and entries of the own partner',
    'membership.counting': 'the operator counts members; its grants leave out who they are',
    'membership.portal_identity_select': 'signing in asks for the units of a person',
    'membership.portal_identity_update': 'signing in remembers when a unit was used',
    'partner.own_partner': 'the own row',
    'partner_setting.inherited': "the row of the unit's own partner; its grants leave out secrets",
    'person.people_of_partner': 'members of the own tenants, as the policy of membership says; its grants leave out secrets',
    'person.people_of_unit': 'members of the own unit, as the policy of membership says; its grants leave out secrets',
    'tenant.own_unit': 'the own row',
    'tenant.units_of_partner': 'the rows of the own partner',
    'tenant_setting.portal_identity_select': "signing in asks for the unit's rules",
    'tenant_setting.portal_identity_update': 'an address list on probation returns without anybody signed in',
    'unit_use.portal_identity_insert': 'signing in remembers the unit',
    'unit_use.portal_identity_select': 'signing in begins in the unit used last',
    'unit_use.portal_identity_update': 'signing in remembers the unit',
  },
  key: {
    unit_use: 'is read by person, across units, and by identity alone',
  },
  index: {
    membership_by_person: 'signing in asks for the units of a person',
  },
  definer: {
    search_report: 'LIKE cannot use the trigram index under the policy; it names the tenant itself and answers only with ids',
  },
};
