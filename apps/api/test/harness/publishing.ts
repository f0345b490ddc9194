/** Reports in a unit, published by one of its administrators as people do it: account, group, report, assignment. */
import type { GrantInput } from '@vitrine/contract/access/reportAccess.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import type { Report, ReportInput } from '@vitrine/contract/reports/reports.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Environment } from '#platform/environment.ts';
import type { Browser } from './browser.ts';
import type { Person, Unit } from './population.ts';
import { demoAccount, openReportingService, samples } from './reportingService.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

/** A portal and a reporting service for the tests of one file. */
export async function openPublishingWorld({ smtp = null }: { smtp?: Environment['smtp'] } = {}) {
  const service = await openReportingService();
  const world = await openWorld({ environment: { reporting: service.addresses, smtp } });
  afterEach(() => {
    world.setTime(null);
    service.faults.clear();
    service.calls.length = 0;
    service.exportedFile.instead = null;
  });
  afterAll(async () => {
    await world.close();
    await service.close();
  });
  return { world, service };
}

/** A unit with an administrator who publishes with one account, and a reader. */
export async function publishingScene(world: World, options: Parameters<World['unit']>[0] = {}) {
  const partner = await world.partner();
  const unit = await partner.unit(options);
  const administrator = await unit.person('admin');
  const admin = await world.signIn(administrator);
  const account_id = (await addAccount(admin)).id;
  const ana = await unit.person('user');
  return {
    partner,
    unit,
    administrator,
    admin,
    ana,
    reader: await world.signIn(ana),
    publish: (values: Published = {}) => publish(admin, { account_id, ...values }),
    toAna: (report: { id: string }, values: object = {}) => grant(admin, report, { to: 'membership', to_id: ana.membership_id, ...values }),
  };
}

const name = (what: string) => `${what} ${randomBytes(4).toString('hex')}`;

export const addAccount = (admin: Browser) => admin.call(reportingAccounts.add, { body: { name: name('Account'), ...demoAccount } });

export const addGroup = (admin: Browser) => admin.call(reportGroups.add, { body: { name: name('Group') } });

export type Published = Partial<ReportInput> & { sample?: keyof typeof samples; account_id?: string };

/** Registers a sample report; sales and its paginated closing have row-level security unless told otherwise. */
export async function publish(admin: Browser, { sample = 'weather', account_id, ...values }: Published = {}): Promise<Report> {
  const { workspace_id, external_report_id } = samples[sample];
  return admin.call(reports.add, {
    body: {
      title: name('Report'),
      data_rule: sample === 'sales' || sample === 'closing' ? 'rls' : 'none',
      group_id: values.group_id ?? (await addGroup(admin)).id,
      account_id: account_id ?? (await addAccount(admin)).id,
      workspace_id,
      external_report_id,
      ...values,
    },
  });
}

export const grant = (admin: Browser, report: { id: string }, to: Partial<GrantInput> & Pick<GrantInput, 'to'>) =>
  admin.call(reportAccess.add, { params: { id: report.id }, body: { to_id: null, ...to } });

/** A user group that holds the person, up to a day or without end. */
export async function groupOf(world: World, unit: Unit, person: Person, ends_on: string | null = null): Promise<string> {
  const group = { tenant_id: unit.id, id: uuidv7() };
  await world.owner.run(query.insertInto('user_group').values({ ...group, name: `Group ${group.id}` }));
  const member = { tenant_id: unit.id, group_id: group.id, membership_id: person.membership_id ?? '', ends_on };
  await world.owner.run(query.insertInto('user_group_member').values(member));
  return group.id;
}

/** What a person sees of a report that the service shows. */
export async function openReport(browser: Browser, { id }: { id: string }): Promise<reading.OpenedReport> {
  const opened = await browser.call(reading.open, { params: { id } });
  if ('embed' in opened) return opened;
  throw new Error(`${opened.title} is not shown by the service`);
}
