/**
 * One row of everything that a unit has, every text with the unit's marker. What a feature adds stands in its file of
 * `fixtures/`; `scene.ts` says what that may be.
 */
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoAccount, samples } from '../harness/reportingService.ts';
import type { Person } from '../harness/population.ts';
import type { World } from '../harness/world.ts';
import * as account from './fixtures/account.ts';
import * as analyze from './fixtures/analyze.ts';
import * as audit from './fixtures/audit.ts';
import * as broadcasts from './fixtures/broadcasts.ts';
import * as wordings from './fixtures/wordings.ts';
import * as bulkAccess from './fixtures/bulkAccess.ts';
import * as billing from './fixtures/billing.ts';
import * as billingSummary from './fixtures/billingSummary.ts';
import * as unitInvoices from './fixtures/unitInvoices.ts';
import * as capacityResume from './fixtures/capacityResume.ts';
import * as catalogue from './fixtures/catalogue.ts';
import * as clients from './fixtures/clients.ts';
import * as companies from './fixtures/companies.ts';
import * as settings from './fixtures/settings.ts';
import * as customFields from './fixtures/customFields.ts';
import * as datasetRefresh from './fixtures/datasetRefresh.ts';
import * as domains from './fixtures/domains.ts';
import * as themeMails from './fixtures/themeMails.ts';
import * as signInNotices from './fixtures/signInNotices.ts';
import * as themes from './fixtures/themes.ts';
import * as embedding from './fixtures/embedding.ts';
import * as entra from './fixtures/entra.ts';
import * as ssoOnly from './fixtures/ssoOnly.ts';
import * as saml from './fixtures/saml.ts';
import * as faq from './fixtures/faq.ts';
import * as faqSearches from './fixtures/faqSearches.ts';
import * as files from './fixtures/files.ts';
import * as helpDesk from './fixtures/helpDesk.ts';
import * as home from './fixtures/home.ts';
import * as live from './fixtures/live.ts';
import * as maintenance from './fixtures/maintenance.ts';
import * as operations from './fixtures/operations.ts';
import * as retention from './fixtures/retention.ts';
import * as notifications from './fixtures/notifications.ts';
import * as pushDevices from './fixtures/pushDevices.ts';
import * as partners from './fixtures/partners.ts';
import * as permissions from './fixtures/permissions.ts';
import * as playlists from './fixtures/playlists.ts';
import * as incidents from './fixtures/incidents.ts';
import * as privacy from './fixtures/privacy.ts';
import * as provisioning from './fixtures/provisioning.ts';
import * as profileSurvey from './fixtures/profileSurvey.ts';
import * as registration from './fixtures/registration.ts';
import * as remoteAccess from './fixtures/remoteAccess.ts';
import * as reportAccess from './fixtures/reportAccess.ts';
import * as reportExports from './fixtures/reportExports.ts';
import * as thumbnails from './fixtures/thumbnails.ts';
import * as reportGroups from './fixtures/reportGroups.ts';
import * as reportHealth from './fixtures/reportHealth.ts';
import * as reportMaintenance from './fixtures/reportMaintenance.ts';
import * as reportProblems from './fixtures/reportProblems.ts';
import * as sharing from './fixtures/sharing.ts';
import * as reportReading from './fixtures/reportReading.ts';
import * as reportUploads from './fixtures/reportUploads.ts';
import * as reportUsage from './fixtures/reportUsage.ts';
import * as capacities from './fixtures/capacities.ts';
import * as workspaces from './fixtures/workspaces.ts';
import * as reportingAccounts from './fixtures/reportingAccounts.ts';
import * as reports from './fixtures/reports.ts';
import * as reportComments from './fixtures/reportComments.ts';
import * as savedViews from './fixtures/savedViews.ts';
import * as signIn from './fixtures/signIn.ts';
import * as ticketMailbox from './fixtures/ticketMailbox.ts';
import * as sharedFaq from './fixtures/sharedFaq.ts';
import * as sharedTerms from './fixtures/sharedTerms.ts';
import * as accessHours from './fixtures/accessHours.ts';
import * as terms from './fixtures/terms.ts';
import * as unitExport from './fixtures/unitExport.ts';
import * as unitSetup from './fixtures/unitSetup.ts';
import * as tasks from './fixtures/tasks.ts';
import * as userGroups from './fixtures/userGroups.ts';
import * as userImport from './fixtures/userImport.ts';
import * as users from './fixtures/users.ts';
import type { Fixture, Place } from './scene.ts';

/** In this order rows are written: what others refer to comes first. */
const features = {
  audit,
  reportGroups,
  reportingAccounts,
  workspaces,
  capacities,
  reports,
  users,
  userGroups,
  embedding,
  entra,
  ssoOnly,
  saml,
  remoteAccess,
  customFields,
  userImport,
  catalogue,
  reportAccess,
  bulkAccess,
  permissions,
  reportReading,
  reportUsage,
  analyze,
  home,
  savedViews,
  reportComments,
  sharing,
  reportExports,
  thumbnails,
  reportProblems,
  reportUploads,
  capacityResume,
  reportHealth,
  reportMaintenance,
  datasetRefresh,
  playlists,
  faq,
  faqSearches,
  files,
  helpDesk,
  broadcasts,
  tasks,
  wordings,
  notifications,
  live,
  accessHours,
  terms,
  sharedFaq,
  sharedTerms,
  registration,
  signIn,
  account,
  pushDevices,
  profileSurvey,
  privacy,
  retention,
  incidents,
  provisioning,
  clients,
  companies,
  partners,
  unitExport,
  unitSetup,
  billing,
  billingSummary,
  unitInvoices,
  maintenance,
  operations,
  domains,
  signInNotices,
  themes,
  ticketMailbox,
  themeMails,
  settings,
};

type ResourceOf<Feature> = Feature extends { resources: infer Resources } ? keyof Resources & string : never;
export type Resource =
  | 'tenant'
  | 'person'
  | { [Name in keyof typeof features]: ResourceOf<(typeof features)[Name]> }[keyof typeof features];
export type Family = Record<Resource, string>;

const fixtures: readonly Fixture[] = Object.values(features);
const all = <Value>(part: (fixture: Fixture) => Record<string, Value> | undefined): Record<string, Value> =>
  Object.fromEntries(fixtures.flatMap((fixture) => Object.entries(part(fixture) ?? {})));

const resources = Object.entries({
  tenant: ['tenant_id', 'source_tenant_id', 'unit_ids'],
  person: ['user_id', 'people', 'mention_ids', 'owner_id'],
  ...all((fixture) => fixture.resources),
}) as [Resource, readonly string[]][];

/** The resource that endpoints name so: by a segment of the path before `:id`, or by the name of a field. */
export const resourceNamed = (place: string): Resource | null => resources.find(([, places]) => places.includes(place))?.[0] ?? null;

export const examples = all((fixture) => fixture.examples);
export const variants = all((fixture) => fixture.variants);
export const missingStatus = all((fixture) => fixture.missingStatus);
export const ownStatus = all((fixture) => fixture.ownStatus);
export const closed = all((fixture) => fixture.closed);
export const heldOtherwise = fixtures.flatMap((fixture) => fixture.heldOtherwise ?? []);

/** Ids that other houses give: nothing of ours stands behind them. */
export const foreignIds: Record<string, string | null> = {
  workspace_id: samples.weather.workspace_id,
  external_report_id: samples.weather.external_report_id,
  target_workspace_id: samples.weather.workspace_id,
  // A capacity of the service; null is the shared one.
  capacity_id: null,
  application_id: demoAccount.application_id,
  directory_id: demoAccount.directory_id,
  object_id: null,
  // A person: narrows the lines of the own unit, and finds none for a stranger.
  actor_id: null,
  // Staff of the operator.
  seller_id: null,
  // An agent, of the unit or of its partner; helpDesk.test.ts names others.
  assignee_id: null,
  // A place in the own list, whatever stands there.
  after: null,
  subscription_id: null,
  // Whom a term concerns: units of a partner, partners of the platform; its own test names foreign ones.
  only_ids: null,
};

/** A new row of everything in a unit, such that the person may use each of them as far as the role allows. */
export async function familyOf(world: World, { id: tenant_id, marker }: Place, person: Person): Promise<Family> {
  const ids = {
    ...(Object.fromEntries(resources.map(([resource]) => [resource, uuidv7()])) as Family),
    tenant: tenant_id,
    person: person.id,
  };
  const text = (what: string) => `${what} of ${marker} ${ids.report_group}`;
  await world.owner.write(fixtures.flatMap(({ rows }) => rows?.({ world, tenant_id, marker, person, ids, text }) ?? []));
  return ids;
}
