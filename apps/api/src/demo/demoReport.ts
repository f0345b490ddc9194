/** A report of the demo, where it stands and who may open it. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { groupIcons } from '@vitrine/contract/reports/reportGroups.ts';
import type { dataRules } from '@vitrine/contract/reports/reports.ts';
import type { demoGroups, DemoPersonName } from './people.ts';

type Rule = { roles?: string[]; filters?: ColumnFilter[]; username?: string; may_edit?: true; ends_on?: string };
export type DemoGrant = Rule & ({ person: DemoPersonName } | { group: keyof typeof demoGroups } | { unit: true });

export type DemoReport = {
  /** Name of the report in its workspace. */
  name: string;
  description: string;
  subgroup?: string;
  data_rule?: (typeof dataRules)[number];
  ignore_rls?: true;
  allow_export?: true;
  allow_edit?: true;
  show_in_catalogue?: true;
  catalogue_description?: string;
  grants: DemoGrant[];
};

export type DemoReportGroup = {
  name: string;
  description: string;
  icon: (typeof groupIcons)[number];
  subgroups?: string[];
  reports: DemoReport[];
};
