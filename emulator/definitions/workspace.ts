/**
 * What a workspace of the local reporting service consists of, as readable JSON files:
 * `content/<workspace>/workspace.json`, `<name>.model.json`, `<name>.report.json`, `<name>.paginated.json`.
 * A further report is one further file. Words follow Power BI's own (model, measure, role, visual).
 */
import { z } from 'zod';
import type { Dashboard } from './dashboard.ts';
import type { ModelDefinition } from './model.ts';
import type { PaginatedDefinition } from './paginated/report.ts';
import type { ReportDefinition } from './report.ts';

const id = z.guid();

export const workspaceDefinition = z.strictObject({
  id,
  name: z.string().min(1),
  capacity_id: id.optional(),
});
type WorkspaceDefinition = z.infer<typeof workspaceDefinition>;

/** A workspace folder, read. */
export type WorkspaceContent = {
  dashboards?: Dashboard[];
  workspace: WorkspaceDefinition;
  directory: string;
  models: ModelDefinition[];
  reports: ReportDefinition[];
  paginated?: PaginatedDefinition[];
};
