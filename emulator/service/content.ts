/** Reads the workspaces that the service publishes, and refuses them with all their mistakes when they are not sound. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { dashboardDefinition } from '../definitions/dashboard.ts';
import { modelDefinition } from '../definitions/model.ts';
import { reportDefinition } from '../definitions/report.ts';
import { workspaceDefinition } from '../definitions/workspace.ts';
import type { ModelDefinition } from '../definitions/model.ts';
import type { WorkspaceContent } from '../definitions/workspace.ts';
import { modelProblems } from '../engine/checks/checkModel.ts';
import { reportProblems } from '../engine/checks/checkReport.ts';
import { paginatedProblems } from '../engine/checks/checkPaginated.ts';
import { paginatedDefinition } from '../definitions/paginated/report.ts';

/** The workspaces that come with the service. */
export const sampleContent = fileURLToPath(new URL('../definitions/content', import.meta.url));

type Problems = { add: (file: string, problem: string) => void };

function readJson<Schema extends z.ZodType>(file: string, schema: Schema, problems: Problems): z.infer<Schema> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    problems.add(file, error instanceof Error ? error.message : String(error));
    return undefined;
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) problems.add(file, `${issue.path.join('.') || 'the whole file'}: ${issue.message}`);
  return undefined;
}

function readWorkspace(directory: string, problems: Problems): (WorkspaceContent & { files: Map<object, string> }) | undefined {
  const workspace = readJson(join(directory, 'workspace.json'), workspaceDefinition, problems);
  const files = new Map<object, string>();
  const readAll = <Schema extends z.ZodType<object>>(ending: string, schema: Schema): z.infer<Schema>[] =>
    readdirSync(directory)
      .filter((name) => name.endsWith(ending))
      .toSorted()
      .flatMap((name) => {
        const definition = readJson(join(directory, name), schema, problems);
        if (!definition) return [];
        files.set(definition, join(directory, name));
        return [definition];
      });
  const models = readAll('.model.json', modelDefinition);
  const reports = readAll('.report.json', reportDefinition);
  const paginated = readAll('.paginated.json', paginatedDefinition);
  const dashboards = readAll('.dashboard.json', dashboardDefinition);
  return workspace && { workspace, directory, models, reports, paginated, dashboards, files };
}

/** Every workspace folder (one with a `workspace.json`) of a directory. Throws an error that lists file, place and problem. */
export function loadContent(directory: string = sampleContent): WorkspaceContent[] {
  const found: string[] = [];
  const problems: Problems = { add: (file, problem) => found.push(`${relative(directory, file)}: ${problem}`) };
  const contents = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(directory, entry.name, 'workspace.json')))
    .map((entry) => join(directory, entry.name))
    .toSorted()
    .map((folder) => readWorkspace(folder, problems))
    .filter((content) => content !== undefined);

  const models = new Map<string, ModelDefinition>();
  const broken = new Set<ModelDefinition>();
  const ids = new Set<string>();
  const claim = (id: string, file: string) => {
    if (ids.has(id.toLowerCase())) problems.add(file, `id: ${id} is used twice`);
    ids.add(id.toLowerCase());
  };
  for (const { workspace, directory: folder, models: own, files } of contents) {
    claim(workspace.id, join(folder, 'workspace.json'));
    for (const model of own) {
      const file = files.get(model) ?? folder;
      claim(model.id, file);
      models.set(model.id.toLowerCase(), model);
      for (const problem of modelProblems(model, folder)) {
        problems.add(file, problem);
        broken.add(model);
      }
    }
  }
  for (const { directory: folder, reports, paginated = [], files } of contents) {
    for (const report of [...reports, ...paginated]) {
      const file = files.get(report) ?? folder;
      claim(report.id, file);
      const model = models.get(report.model.toLowerCase());
      if (!model) problems.add(file, `model: there is no model ${report.model}`);
      else if (!broken.has(model)) {
        const found = 'pages' in report ? reportProblems(report, model) : paginatedProblems(report, model);
        for (const problem of found) problems.add(file, problem);
      }
    }
  }
  if (found.length > 0)
    throw new Error(`The content of ${directory} cannot be published:\n${found.map((problem) => `- ${problem}`).join('\n')}`);
  return contents.map(({ workspace, directory: folder, models: own, reports, paginated, dashboards }) => ({
    workspace,
    directory: folder,
    models: own,
    reports,
    paginated,
    dashboards,
  }));
}
