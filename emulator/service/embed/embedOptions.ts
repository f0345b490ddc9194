import type { Dashboard } from '../../definitions/dashboard.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EmbedGrant } from './grant.ts';

/** Where reports stand and are kept. */
export type ReportStore = {
  find: (reportId: string) => { report: ReportDefinition; workspace_id: string } | undefined;
  paginated: (reportId: string) => { report: PaginatedDefinition; workspace_id: string } | undefined;
  model: (modelId: string) => ModelDefinition | undefined;
  replace: (report: ReportDefinition) => void;
  add: (workspaceId: string, report: ReportDefinition) => void;
  dashboard: (dashboardId: string) => { dashboard: Dashboard; workspace_id: string } | undefined;
};

export type EmbedOptions = {
  reportStore: ReportStore;
  engine: Engine;
  /** What a token allows, or why it does not count. */
  checkToken: (token: string) => EmbedGrant | EmbedError;
  /** Where the built page lies. */
  pageDirectory?: string;
};
