/**
 * One row of everything that a unit has, every text with the unit's marker. A new resource is a line in `resources`, with
 * the places where its ids appear, and an insert in `familyOf`.
 */
import { configurationDefaults } from '@vitrine/contract/features/configuration.ts';
import type { Capability } from '@vitrine/contract/capabilities.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { sql } from 'kysely';
import { query } from '../../src/core/database/query.ts';
import { secretPlace } from '../../src/core/reporting.ts';
import { hashToken } from '../../src/core/tokens.ts';
import { uuidv7 } from '../../src/core/uuid.ts';
import { plainCode } from '../../src/features/playlists/screens.rules.ts';
import { onePixel } from '../harness/pictures.ts';
import type { Person } from '../harness/population.ts';
import { demoAccount, samples } from '../harness/reportingService.ts';
import type { World } from '../harness/world.ts';
import type { Example } from './slots.ts';

/** Resource → where endpoints name it: a segment of the path before `:id`, or the name of a field. */
export const resources = {
  tenant: ['tenant_id', 'source_tenant_id'],
  report_group: ['report_groups', 'group_id', 'ids'],
  other_report_group: ['move_to'],
  report_subgroup: ['subgroup_id', 'subgroup_ids'],
  reporting_account: ['account_id'],
  unused_reporting_account: ['reporting_accounts'],
  report: ['reports', 'my_reports', 'reportId', 'relatorio_id', 'report_ids', 'report_id'],
  report_grant: ['grant_id'],
  report_view: ['view_id'],
  bookmark: ['bookmark_id'],
  shared_view: ['link_id'],
  report_problem: ['problem_id'],
  report_export: ['export_id'],
  report_maintenance: ['window_id'],
  refresh_schedule: ['schedule_id'],
  membership: ['to_id', 'membership_id', 'users', 'membership_ids', 'clone_of'],
  user_group: ['to_group', 'to_id:user_group', 'user_group_id', 'user_group_ids', 'user_groups', 'group_ids'],
  custom_field: ['custom_fields'],
  user_import: ['user_imports'],
  done_user_import: ['import_id'],
  file: ['files', 'report_pages', 'cover_id', 'picture_id'],
  notification: ['notifications'],
  shift: ['shifts'],
  passkey: ['passkeys'],
  session: ['sessions'],
  device: ['devices'],
  term: ['terms'],
  term_version: ['version_ids', 'accepted'],
  registration: ['registrations'],
  person: ['user_id'],
  catalogue_report: [],
  catalogue_request: ['catalogue_requests'],
  own_request: [],
  playlist: ['playlists'],
  playlist_slide: ['slide_id'],
  playlist_link: ['screen_link_id'],
  playlist_screen: ['screen_id'],
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
  // A person: narrows the lines of the own unit, and finds none for a stranger.
  actor_id: null,
  subscription_id: null,
};

/** What a generated example cannot know, by the endpoint's name. */
export const examples: Record<string, (example: Example, family: Family) => Partial<Example>> = {
  'configuration.saveConfig': configurationOf,
  'configuration.updateConfig': configurationOf,
  'configuration.savePasswordConfig': ({ body }) => ({ body: { ...(body as object), min_character: null, expiry_time_password: null } }),
  'reportingAccounts.update': ({ body }) => ({ body: { ...(body as object), secret_value: demoAccount.secret_value } }),
  ...Object.fromEntries(
    ['overview', 'byReport', 'exportByReport', 'byGroup', 'byPerson', 'exportByPerson', 'byUnit'].map((name) => [
      `reportUsage.${name}`,
      ({ query: made }: Example) => ({ query: { ...made, from: dayBefore(1), until: dayBefore(0) } }),
    ]),
  ),
  'reports.checkPage': () => ({ body: { html: '<p>Metas</p>' } }),
  'reports.addPage': ({ body }) => ({ body: { ...(body as object), html: '<p>Metas</p>' } }),
  'reports.replacePage': () => ({ body: { html: '<p>Metas</p>' } }),
  'reports.addLink': ({ body }) => ({ body: { ...(body as object), link_url: 'https://example.com/painel' } }),
  'reportMaintenance.add': ({ body }) => ({ body: { ...(body as object), ...windowTimes } }),
  'reportMaintenance.update': ({ body }) => ({ body: { ...(body as object), ...windowTimes } }),
  'datasetRefresh.saveSchedule': () => ({ body: { days: [1], times: ['06:00'], version: 1 } }),
  'userImport.add': () => ({ query: { name: 'people.csv' }, body: Buffer.from('Nome;E-mail\nSomebody;somebody@example.com') }),
  'userImport.map': () => ({ body: { mapping: ['name', 'email'], version: 1 } }),
  'userImport.correct': (_example, { user_import }) => ({
    params: { id: user_import, line: 2 },
    body: { cells: ['Somebody', `${uuidv7()}@example.com`] },
  }),
  'userImport.start': () => ({ body: { ignore_errors: true, version: 1 } }),
  'users.add': ({ body }, { user_group }) => ({
    body: { ...(body as object), email: `${uuidv7()}@example.com`, user_group_ids: [user_group] },
  }),
  'users.update': ({ body }, { user_group }) => ({
    body: { ...(body as object), email: `${uuidv7()}@example.com`, user_group_ids: [user_group], version: 1 },
  }),
  'users.bulk': (_example, { membership, user_group }) => ({
    body: { action: 'logout', membership_ids: [membership], found: { user_group_id: user_group }, to_group: user_group },
  }),
  'users.erase': ({ query: { confirm } }, { report_group }) => ({
    query: { confirm: `Member of ${String(confirm).split(' ')[1]} ${report_group}` },
  }),
  'files.add': () => ({ query: { kind: 'picture', name: 'p.png' }, body: onePixel }),
  'live.listen': () => ({ query: { once: true } }),
  'terms.add': ({ body }, { user_group }) => ({ body: { ...(body as object), place: 'footer', group_ids: [user_group] } }),
  'terms.update': ({ body }, { user_group }) => ({ body: { ...(body as object), place: 'footer', group_ids: [user_group], version: 1 } }),
  'shifts.add': shiftOf,
  'shifts.update': shiftOf,
  'shifts.rehearse': ({ body }) => ({ body: { ...(body as object), ...wholeWeek } }),
  'shifts.rehearseAddresses': () => ({ body: { addresses: ['10.0.0.0/8'], address: '10.0.0.1' } }),
  'catalogue.request': ({ body }, { catalogue_report }) => ({ body: { ...(body as object), report_id: catalogue_report } }),
  'catalogue.cancel': (_example, { own_request }) => ({ params: { id: own_request } }),
  'reportAccess.restorePerson': (_example, { catalogue_report, membership }) => ({
    params: { id: catalogue_report, membership_id: membership },
  }),
  'playlists.add': slidesOf,
  'playlists.update': slidesOf,
  'playlists.pairScreen': ({ body }) => ({ body: { ...(body as object), code: pairingCode } }),
  'registration.saveSettings': () => ({
    body: { enabled: false, registration_domains: [], trusted_domains: ['empresa.example'], version: 1 },
  }),
  'session.changeLanguage': () => ({ body: { language: 'pt-BR' } }),
  'savedViews.saveFilters': ({ body }) => ({ body: { ...(body as object), filters: null } }),
};

/** The view of the family was opened just now. */
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const pairingCode = 'MTX-MTX';

function slidesOf({ body }: Example, { report }: Family): Partial<Example> {
  return { body: { ...(body as object), slides: [{ report_id: report }] } };
}

const windowTimes = { starts: '2090-01-02T08:00', ends: '2090-01-02T10:00' };

const wholeWeek = { ranges: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '00:00', end: '00:00' })), holidays: [] };

/** Nobody is shut out by it. */
function shiftOf({ body }: Example): Partial<Example> {
  return { body: { ...(body as object), ...wholeWeek } };
}

function configurationOf(_example: Example, family: Family): Partial<Example> {
  return { body: { ...configurationDefaults, mfa_permission_admin: 'S', relatorio_id: family.report, version: 1 } };
}

/** Conditions of the capability table that no fixture meets: what the role may never do. */
export const closed: Partial<Record<Capability, readonly Role[]>> = { users: ['a2m'], user_import_from_unit: ['admin'] };

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
  'terms.accept': 409,
  // The link of the mail is looked at first.
  'registration.registerFinish': 403,
  'terms.add': 422,
  'terms.update group_ids': 422,
  'terms.update id and group_ids': 422,
  'catalogue.browse': 200,
  'playlists.beat slide_id': 200,
  // Nobody is stopped of those who are not there.
  'shifts.rehearse': 200,
  'reportAccess.permissions': 200,
  'reportAccess.exportPermissions': 200,
  'reports.list': 200,
  'reportUsage.overview': 200,
  'reportUsage.byReport': 200,
  'reportUsage.exportByReport': 200,
  'reportUsage.byPerson': 200,
  'reportUsage.exportByPerson': 200,
  'users.list': 200,
  'users.exportList': 200,
  'users.bulk': 200,
  'reportProblems.list': 200,
  'configuration.saveConfig relatorio_id': 422,
  'configuration.updateConfig relatorio_id': 422,
};

/** Where more than rows is needed, such as a code that only the person has: what the own rows are answered with, on wish by role. */
export const ownStatus: Record<string, number> = {
  // Only the server makes a key; files.test.ts reads with it.
  'files.read': 404,
  'reportReading.frame': 404,
  // The report of a family is no page; ownKinds.test.ts replaces one.
  'reports.replacePage': 404,
  // A refresh of the family runs already.
  'datasetRefresh.start': 409,
  // Whoever manages the unit sees every report: there is nothing to ask for. A partner is no member and has no requests.
  'catalogue.request admin': 409,
  'catalogue.request master': 409,
  'catalogue.cancel master': 404,
  'terms.accept': 409,
  'accountSecurity.confirmIdentity': 422,
  'accountSecurity.changePassword': 422,
  'accountSecurity.appConfirm': 422,
  'accountSecurity.appRemove': 404,
  'accountSecurity.emailConfirm': 422,
  'accountSecurity.emailRemove': 404,
  'accountSecurity.passkeyAdd': 422,
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
    catalogue_report: uuidv7(),
    catalogue_request: uuidv7(),
    own_request: uuidv7(),
    playlist: uuidv7(),
    playlist_slide: uuidv7(),
    playlist_link: uuidv7(),
    playlist_screen: uuidv7(),
    window: uuidv7(),
    bookmark: uuidv7(),
    link: uuidv7(),
    problem: uuidv7(),
    export: uuidv7(),
    schedule: uuidv7(),
    passkey: uuidv7(),
    session: uuidv7(),
    file: uuidv7(),
    shift: uuidv7(),
    notification: uuidv7(),
    device: uuidv7(),
    term: uuidv7(),
    published: uuidv7(),
    version: uuidv7(),
    registered: uuidv7(),
    registration: uuidv7(),
  };
  const [member, membership, user_group, custom_field] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const imports = { review: uuidv7(), done: uuidv7() };
  const text = (what: string) => `${what} of ${marker} ${id.group}`;
  const account = (accountId: string, name: string) => {
    const { application_id, directory_id } = demoAccount;
    const secret_value = world.services.secrets.encrypt(demoAccount.secret_value, secretPlace({ tenant_id, id: accountId }));
    return { tenant_id, id: accountId, name: text(name), application_id, directory_id, secret_value, created_by: person.id };
  };
  const group = { tenant_id, description: text('Description'), position: 1 };
  const { dataset_id, workspace_id, external_report_id } = samples.weather;
  const kept = { tenant_id, report_id: id.report, person_id: person.id };
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
      allow_edit: true,
      allow_export: true,
      ...place,
      workspace_id,
      external_report_id,
      dataset_id,
    }),
    query.insertInto('report_grant').values({
      tenant_id,
      id: id.grant,
      report_id: id.report,
      unit: true,
      permission_edit: true,
      rls_roles: [`Role ${marker}`],
      rls_username: marker,
    }),
    query
      .insertInto('report_view')
      .values({ tenant_id, id: id.view, report_id: id.report, person_id: person.id, actor_id: person.id, embed_token_id: marker }),
    query.insertInto('report_maintenance').values({
      tenant_id,
      id: id.window,
      report_id: id.report,
      // Not yet: an open window would close the report for readers.
      starts_at: '2090-01-01T08:00:00Z',
      ends_at: '2090-01-01T10:00:00Z',
      message: text('Maintenance'),
    }),
    // A data set has one schedule: that of an earlier family gives way.
    query.deleteFrom('refresh_schedule').where('tenant_id', '=', tenant_id),
    // One that runs: the service is asked for no other.
    query.deleteFrom('dataset_refresh').where('tenant_id', '=', tenant_id),
    query.insertInto('dataset_refresh').values({
      tenant_id,
      id: uuidv7(),
      account_id: id.account,
      dataset_workspace_id: workspace_id,
      dataset_id,
      source: 'schedule',
      state: 'running',
    }),
    query.insertInto('refresh_schedule').values({
      tenant_id,
      id: id.schedule,
      account_id: id.account,
      dataset_workspace_id: workspace_id,
      dataset_id,
      days: [1],
      times: ['06:00'],
      owner_id: person.id,
    }),
    query.insertInto('favourite').values({ tenant_id, person_id: person.id, report_id: id.report }),
    query.insertInto('home_report').values({ tenant_id, person_id: person.id, report_id: id.report }),
    query.insertInto('saved_view').values([
      { ...kept, id: id.bookmark, kind: 'bookmark', name: text('Bookmark'), page: text('Page'), state: marker },
      { ...kept, id: id.link, kind: 'link', page: text('Page'), state: marker },
    ]),
    query.insertInto('report_export').values({ ...kept, id: id.export, format: 'PDF', locale: 'pt-BR', state: 'done' }),
    query.insertInto('report_problem').values({ ...kept, id: id.problem, description: text('Problem'), page: text('Page') }),
    query.insertInto('person').values({ id: member, email: `member-${member}@${marker}.example`, name: text('Member') }),
    query.insertInto('membership').values({ tenant_id, id: membership, person_id: member, role: 'user', department: text('Department') }),
    query.insertInto('user_group').values({ tenant_id, id: user_group, name: text('User group'), description: text('Description') }),
    query.insertInto('shift').values({ tenant_id, id: id.shift, name: text('Shift') }),
    query.insertInto('notification').values({
      tenant_id,
      id: id.notification,
      person_id: person.id,
      kind: 'message',
      values: JSON.stringify({ subject: text('Subject'), text: text('Text') }),
    }),
    query.insertInto('file').values({
      tenant_id,
      id: id.file,
      kind: 'picture',
      name: text('File'),
      content_type: 'image/png',
      bytes: onePixel,
      size: onePixel.length,
      sha256: onePixel,
    }),
    // A unit has so many fields: those of families long gone give way, the ones in use are among the newest.
    sql`
      delete from custom_field where tenant_id = ${tenant_id} and id not in (
        select id from custom_field where tenant_id = ${tenant_id} order by id desc limit 12)`,
    query.insertInto('custom_field').values({ tenant_id, id: custom_field, name: text('Field'), type: 'text' }),
    ...[imports.review, imports.done].flatMap((importId) => [
      query.insertInto('user_import').values({
        tenant_id,
        id: importId,
        file_name: text('Import'),
        state: importId === imports.done ? 'done' : 'review',
        finished_at: importId === imports.done ? new Date() : null,
        header: [text('Name'), text('E-mail')],
        mapping: ['name', 'email'],
        created_by: person.id,
      }),
      query.insertInto('user_import_row').values({
        tenant_id,
        import_id: importId,
        line: 2,
        cells: [text('Somebody'), `${importId}@${marker}.example`],
        state: importId === imports.done ? 'success' : 'pending',
      }),
    ]),
    query.insertInto('user_group_member').values({ tenant_id, group_id: user_group, membership_id: membership }),
    ...ownedBy(person, id, marker),
    query
      .insertInto('person')
      .values({ id: id.registered, email: `registered-${id.registered}@${marker}.example`, name: text('Registered') }),
    query
      .insertInto('membership')
      .values({ tenant_id, id: id.registration, person_id: id.registered, role: 'user', state: 'I', registered_at: new Date() }),
    // Only linked: a term to be accepted would stand before every other call.
    query.insertInto('term').values([
      { tenant_id, id: id.term, title: text('Draft'), text: text('Draft'), place: 'footer' },
      { tenant_id, id: id.published, title: text('Term'), text: text('Term'), place: 'footer' },
    ]),
    query.insertInto('term_version').values({
      tenant_id,
      id: id.version,
      term_id: id.published,
      number: 1,
      title: text('Term'),
      text: text('Term'),
      text_hash: Buffer.from(id.version),
    }),
    query.insertInto('report').values({
      tenant_id,
      id: id.catalogue_report,
      title: text('Catalogue report'),
      ...place,
      workspace_id,
      external_report_id,
      dataset_id,
      show_in_catalogue: true,
    }),
    query.insertInto('report_removal').values({ tenant_id, report_id: id.catalogue_report, membership_id: membership }),
    query
      .insertInto('catalogue_request')
      .values([
        { tenant_id, id: id.catalogue_request, report_id: id.catalogue_report, membership_id: membership, reason: text('Reason') },
        ...(person.membership_id === null
          ? []
          : [{ tenant_id, id: id.own_request, report_id: id.report, membership_id: person.membership_id, reason: text('Reason') }]),
      ]),
    query
      .insertInto('playlist')
      .values({ tenant_id, id: id.playlist, name: text('Playlist'), owner_id: person.id, shared: person.role === 'admin' }),
    query
      .insertInto('playlist_slide')
      .values({ tenant_id, id: id.playlist_slide, playlist_id: id.playlist, report_id: id.report, position: 0 }),
    query.insertInto('playlist_link').values({
      tenant_id,
      id: id.playlist_link,
      playlist_id: id.playlist,
      name: text('Screen link'),
      token_hash: Buffer.from(id.playlist_link),
      membership_id: membership,
      expires_at: new Date(Date.now() + 86_400_000),
    }),
    query.insertInto('playlist_screen').values({
      tenant_id,
      id: id.playlist_screen,
      link_id: id.playlist_link,
      name: text('Screen'),
      key_hash: Buffer.from(id.playlist_screen),
    }),
    sql`
      insert into screen_pairing (code_hash, key_hash, expires_at)
      values (${hashToken(plainCode(pairingCode))}, ${Buffer.from(id.group)}, now() + interval '1 hour')
      on conflict (code_hash) do update set key_hash = excluded.key_hash, used_at = null`,
    // What earlier calls saved is undone: a second factor that is asked for would stop the next one.
    query.updateTable('tenant_setting').set({ version: 1, value: '{"mfa_permission_admin": true}' }).where('tenant_id', '=', tenant_id),
    sql`update partner_setting set version = 1, value = value - 'mfa_master'`,
  ]) {
    await world.owner.run(statement);
  }
  return {
    catalogue_report: id.catalogue_report,
    catalogue_request: id.catalogue_request,
    own_request: id.own_request,
    playlist: id.playlist,
    playlist_slide: id.playlist_slide,
    playlist_link: id.playlist_link,
    playlist_screen: id.playlist_screen,
    tenant: tenant_id,
    report_group: id.group,
    other_report_group: id.other,
    report_subgroup: id.subgroup,
    reporting_account: id.account,
    unused_reporting_account: id.unused,
    report: id.report,
    report_grant: id.grant,
    report_view: id.view,
    bookmark: id.bookmark,
    shared_view: id.link,
    report_problem: id.problem,
    report_export: id.export,
    report_maintenance: id.window,
    refresh_schedule: id.schedule,
    membership,
    user_group,
    custom_field,
    user_import: imports.review,
    done_user_import: imports.done,
    file: id.file,
    shift: id.shift,
    notification: id.notification,
    passkey: id.passkey,
    session: id.session,
    device: id.device,
    term: id.term,
    term_version: id.version,
    registration: id.registration,
    person: person.id,
  };
}

/** What belongs to a person, whatever the unit. */
function ownedBy(person: Person, id: { passkey: string; session: string; device: string }, marker: string) {
  const person_id = person.id;
  const hash = (what: string) => Buffer.from(`${what} ${marker} ${id.passkey}`);
  const session = { role: person.role, tenant_id: person.tenant_id, partner_id: person.role === 'master' ? person.partner_id : null };
  const expires_at = new Date(Date.now() + 3_600_000);
  return [
    query.insertInto('passkey').values({
      id: id.passkey,
      person_id,
      rp_id: 'portal.example',
      credential_id: id.passkey,
      public_key: hash('key'),
      name: `Key ${marker}`,
    }),
    query.insertInto('device').values({ id: id.device, person_id, token_hash: hash('device') }),
    query.insertInto('session').values({
      id: id.session,
      person_id,
      ...session,
      token_hash: hash('token'),
      cookie_hash: hash('cookie'),
      auth_type: 'password',
      host: 'portal.example',
      ip: '198.51.100.7',
      expires_at,
    }),
  ];
}
