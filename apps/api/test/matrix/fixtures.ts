/**
 * One row of everything that a unit has, every text with the unit's marker. A new resource is a line in `resources`, with
 * the places where its ids appear, and an insert in `familyOf`.
 */
import { configurationDefaults } from '@vitrine/contract/features/configuration.ts';
import { query } from '../../src/core/database/query.ts';
import { secretPlace } from '../../src/core/reporting.ts';
import { uuidv7 } from '../../src/core/uuid.ts';
import type { Person } from '../harness/population.ts';
import { demoAccount, samples } from '../harness/reportingService.ts';
import type { World } from '../harness/world.ts';
import type { Example } from './slots.ts';

/** Resource → where endpoints name it: a segment of the path before `:id`, or the name of a field. */
export const resources = {
  tenant: ['tenant_id'],
  report_group: ['report_groups', 'group_id', 'ids'],
  other_report_group: ['move_to'],
  report_subgroup: ['subgroup_id'],
  reporting_account: ['account_id'],
  unused_reporting_account: ['reporting_accounts'],
  report: ['reports', 'my_reports', 'reportId', 'relatorio_id'],
  report_grant: ['grant_id'],
  report_view: ['view_id'],
  membership: ['to_id'],
  user_group: ['to_id:user_group'],
} as const satisfies Record<string, readonly string[]>;
export type Resource = keyof typeof resources;
export type Family = Record<Resource, string>;

/** Ids that other houses give: nothing of ours stands behind them. */
export const foreignIds: Record<string, string | null> = {
  workspace_id: samples.weather.workspace_id,
  external_report_id: samples.weather.external_report_id,
  application_id: demoAccount.application_id,
  directory_id: demoAccount.directory_id,
  object_id: null,
  subscription_id: null,
};

/** What a generated example cannot know, by the endpoint's name. */
export const examples: Record<string, (example: Example, family: Family) => Partial<Example>> = {
  'configuration.saveConfig': configurationOf,
  'configuration.updateConfig': configurationOf,
  'configuration.savePasswordConfig': ({ body }) => ({ body: { ...(body as object), min_character: null, expiry_time_password: null } }),
  'reportingAccounts.update': ({ body }) => ({ body: { ...(body as object), secret_value: demoAccount.secret_value } }),
  'session.changeLanguage': () => ({ body: { language: 'pt-BR' } }),
};

function configurationOf(_example: Example, family: Family): Partial<Example> {
  return { body: { ...configurationDefaults, relatorio_id: family.report, version: 1 } };
}

/** The same call with another kind of object in a slot. */
export const variants: Record<string, { body: object; resources: Record<string, Resource> }[]> = {
  'reportAccess.add': [{ body: { to: 'user_group' }, resources: { to_id: 'user_group' } }],
};

/**
 * Where an id that is not there is not 404. A list narrowed to a group that is not there is empty; a field of a form is
 * told as invalid.
 */
export const missingStatus: Record<string, number> = {
  'reportReading.mine': 200,
  'reports.list': 200,
  'configuration.saveConfig relatorio_id': 422,
  'configuration.updateConfig relatorio_id': 422,
};

export type Place = { id: string; marker: string };

/** A new row of everything in a unit, such that the person may use each of them as far as the role allows. */
export async function familyOf(world: World, { id: tenant_id, marker }: Place, person: Person): Promise<Family> {
  const id = {
    group: uuidv7(),
    other: uuidv7(),
    subgroup: uuidv7(),
    account: uuidv7(),
    unused: uuidv7(),
    report: uuidv7(),
    grant: uuidv7(),
    view: uuidv7(),
  };
  const [member, membership, user_group] = [uuidv7(), uuidv7(), uuidv7()];
  const text = (what: string) => `${what} of ${marker} ${id.group}`;
  const account = (accountId: string, name: string) => {
    const { application_id, directory_id } = demoAccount;
    const secret_value = world.services.secrets.encrypt(demoAccount.secret_value, secretPlace({ tenant_id, id: accountId }));
    return { tenant_id, id: accountId, name: text(name), application_id, directory_id, secret_value, created_by: person.id };
  };
  const group = { tenant_id, description: text('Description'), position: 1 };
  const { dataset_id, workspace_id, external_report_id } = samples.weather;
  const place = { group_id: id.group, subgroup_id: id.subgroup, account_id: id.account };
  for (const statement of [
    query.insertInto('report_group').values([
      { ...group, id: id.group, name: text('Report group') },
      { ...group, id: id.other, name: text('Other report group') },
    ]),
    query.insertInto('report_subgroup').values({ tenant_id, id: id.subgroup, group_id: id.group, name: text('Subgroup'), position: 1 }),
    query.insertInto('reporting_account').values([account(id.account, 'Account'), account(id.unused, 'Unused account')]),
    query.insertInto('report').values({
      tenant_id,
      id: id.report,
      title: text('Report'),
      description: text('Description'),
      ...place,
      workspace_id,
      external_report_id,
      dataset_id,
    }),
    query
      .insertInto('report_grant')
      .values({ tenant_id, id: id.grant, report_id: id.report, unit: true, rls_roles: [`Role ${marker}`], rls_username: marker }),
    query
      .insertInto('report_view')
      .values({ tenant_id, id: id.view, report_id: id.report, person_id: person.id, actor_id: person.id, embed_token_id: marker }),
    query.insertInto('favourite').values({ tenant_id, person_id: person.id, report_id: id.report }),
    query.insertInto('person').values({ id: member, email: `member-${member}@${marker}.example`, name: text('Member') }),
    query.insertInto('membership').values({ tenant_id, id: membership, person_id: member, role: 'user', department: text('Department') }),
    query.insertInto('user_group').values({ tenant_id, id: user_group, name: text('User group'), description: text('Description') }),
    query.insertInto('user_group_member').values({ tenant_id, group_id: user_group, membership_id: membership }),
    query.updateTable('tenant_setting').set({ version: 1, value: '{}' }).where('tenant_id', '=', tenant_id),
  ]) {
    await world.owner.run(statement);
  }
  return {
    tenant: tenant_id,
    report_group: id.group,
    other_report_group: id.other,
    report_subgroup: id.subgroup,
    reporting_account: id.account,
    unused_reporting_account: id.unused,
    report: id.report,
    report_grant: id.grant,
    report_view: id.view,
    membership,
    user_group,
  };
}
