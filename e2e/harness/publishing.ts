/** Reports in a unit, published by one of its administrators through the API, as the screens do it. */
import type { GrantInput } from '@vitrine/contract/access/reportAccess.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import type { Report, ReportInput } from '@vitrine/contract/reports/reports.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import { loadContent } from '@vitrine/emulator/service/content.ts';
import { demoApplication } from '@vitrine/emulator/definitions/demo.ts';
import type { Call } from './caller.ts';

/** The account that the local reporting service knows. */
export const localAccount = {
  application_id: demoApplication.client_id,
  directory_id: demoApplication.tenant_id,
  secret_value: demoApplication.client_secret,
};

/** Where the local service has a report. */
export function reportNamed(name: string): { workspace_id: string; external_report_id: string } {
  for (const { workspace, reports: content, paginated = [] } of loadContent()) {
    const report = [...content, ...paginated].find((candidate) => candidate.name === name);
    if (report) return { workspace_id: workspace.id, external_report_id: report.id };
  }
  throw new Error(`The local reporting service has no report ${name}`);
}

type Grant = Partial<GrantInput> & Pick<GrantInput, 'to'>;
export type Publication = Partial<ReportInput> & { name: string; grants?: Grant[] };

/** A report group of a unit, and the account by which reports come into it. */
export type Shelf = {
  group_id: string;
  account_id: string;
  /** Publishes a report of the local service, assigned to the whole unit unless told otherwise. */
  publish: (publication: Publication) => Promise<Report>;
};

export async function openShelf(call: Call, group: string): Promise<Shelf> {
  const { id: account_id } = await call(reportingAccounts.add, { body: { name: `Conta de ${group}`, ...localAccount } });
  const { id: group_id } = await call(reportGroups.add, { body: { name: group } });
  return {
    group_id,
    account_id,
    async publish({ name, grants = [{ to: 'unit' }], ...values }) {
      const body = { title: name, group_id, account_id, ...reportNamed(name), ...values };
      const report = await call(reports.add, { body });
      for (const { to_id = null, ...grant } of grants) {
        await call(reportAccess.add, { params: { id: report.id }, body: { to_id, ...grant } });
      }
      return report;
    },
  };
}
