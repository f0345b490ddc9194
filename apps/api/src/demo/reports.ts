/** Registers reports of the local service in the demo's units, as an administrator would, from their workspaces. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import type { PowerbiReport } from '#domain/reporting/powerbiReport.ts';
import type { ReportAddress } from '#domain/reporting/powerbiReport.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { pagesToRead } from '#domain/reporting/pageList.jobs.ts';
import { secretPlace } from '#domain/reporting/powerbiGateway.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { DemoGrant, DemoReport, DemoReportGroup } from './demoReport.ts';
import { demoCatalogue } from './catalogue.ts';
import type { DemoUnit } from './people.ts';
import { demoGroups, demoOperatorTenant, demoPeople, demoUnits } from './people.ts';

type Found = ReportAddress & PowerbiReport;

async function addAccount({ database, secrets }: Services, tenant_id: string): Promise<ReportingAccount> {
  const id = uuidv7();
  // Only a portal that started the local service gets here: an installation without it never loads this.
  const { demoApplication, demoSubscription } = await import('@vitrine/emulator/definitions/demo.ts');
  const { tenant_id: directory_id, client_id: application_id, object_id, client_secret } = demoApplication;
  const { subscription_id } = demoSubscription;
  const secret_value = secrets.encrypt(client_secret, secretPlace({ tenant_id, id }));
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query
      .insertInto('reporting_account')
      .values({ tenant_id, id, name: 'Serviço local', application_id, directory_id, object_id, subscription_id, secret_value }),
  );
  return { tenant_id, id, version: 1, directory_id, application_id, subscription_id, secret_value };
}

/** Every report that the account reaches, by name. */
async function reportsByName({ reporting }: Services, account: ReportingAccount): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const workspace of await reporting.workspaces(account)) {
    for (const report of await reporting.reports(account, workspace.id)) {
      const address = { workspace_id: workspace.id, external_report_id: report.id };
      found.set(report.name, { ...address, ...(await reporting.describe(account, address)) });
    }
  }
  return found;
}

function targetOf(grant: DemoGrant, unit: DemoUnit): { membership_id?: string; user_group_id?: string; unit?: true } {
  if ('unit' in grant) return { unit: true };
  if ('group' in grant) return { user_group_id: demoGroups[grant.group].id };
  const membership = demoPeople[grant.person].memberships.find((each) => each.unit === unit);
  if (!membership) throw new Error(`${grant.person} is no member of ${unit}`);
  return { membership_id: membership.id };
}

function statementsOf(unit: DemoUnit, account: ReportingAccount, group: DemoReportGroup, position: number, found: Map<string, Found>) {
  const { tenant_id } = account;
  const group_id = uuidv7();
  const subgroups = (group.subgroups ?? []).map((name, index) => ({ tenant_id, group_id, id: uuidv7(), name, position: index }));
  const { name, description, icon } = group;
  const add = (report: DemoReport) => {
    const there = found.get(report.name);
    if (!there) throw new Error(`The local reporting service has no report ${report.name}`);
    const id = uuidv7();
    const { grants, name: title, subgroup, ...settings } = report;
    const { kind, workspace_id, external_report_id, dataset_id, dataset_workspace_id, identity_required, roles_required } = there;
    return [
      query.insertInto('report').values({
        tenant_id,
        id,
        kind,
        title,
        group_id,
        account_id: account.id,
        ...settings,
        workspace_id,
        external_report_id,
        dataset_id,
        dataset_workspace_id,
        identity_required,
        roles_required,
        subgroup_id: subgroups.find((each) => each.name === subgroup)?.id ?? null,
      }),
      pagesToRead(tenant_id, id, new Date()),
      ...grants.map((grant) =>
        query.insertInto('report_grant').values({
          tenant_id,
          id: uuidv7(),
          report_id: id,
          ...targetOf(grant, unit),
          filters: JSON.stringify(grant.filters ?? []),
          rls_roles: grant.roles ?? [],
          rls_username: grant.username ?? null,
          permission_edit: grant.may_edit ?? false,
          ends_on: grant.ends_on ?? null,
        }),
      ),
    ];
  };
  return [
    query.insertInto('report_group').values({ tenant_id, id: group_id, name, description, icon, position }),
    ...subgroups.map((subgroup) => query.insertInto('report_subgroup').values(subgroup)),
    ...group.reports.flatMap(add),
  ];
}

/** An account of the local service for every unit and for the operator, and the reports of `catalogue.ts`. */
export async function loadDemoReports(services: Services): Promise<void> {
  await addAccount(services, demoOperatorTenant.id);
  for (const unit of Object.keys(demoUnits) as DemoUnit[]) {
    const account = await addAccount(services, demoUnits[unit].id);
    const found = await reportsByName(services, account);
    const statements = demoCatalogue[unit].flatMap((group, position) => statementsOf(unit, account, group, position, found));
    await services.database.runEach({ kind: 'tenant', tenant_id: account.tenant_id, action: 'demo.load' }, statements);
  }
}
