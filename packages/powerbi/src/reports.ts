import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { listOf } from './wire/shapes.ts';
import { report, reportPage, source } from './wire/reports.ts';

/** A report (docs/reference/powerbi.md A3). */
export type Report = z.infer<typeof report>;
/** A page of a report; `name` is what embedding and export address it by. */
export type ReportPage = z.infer<typeof reportPage>;

/** A dataset as a data source is called `sobe_wowvirtualserver-<id>` on a server of Power BI. */
const datasetOf = ({ connectionDetails }: z.infer<typeof source>): string[] => {
  const { server = '', database = '' } = connectionDetails ?? {};
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(database)?.[0];
  return /^(?:pbiazure|pbidedicated|powerbi):/i.test(server) && id !== undefined ? [id.toLowerCase()] : [];
};

/** Reports of a workspace (docs/reference/powerbi.md A3). Errors: `PowerBiError`. */
export const reportCalls = (call: Caller) => ({
  /** `GET /groups/{workspace}/reports`, all of them. */
  list: (workspaceId: string, options: CallOptions = {}): Promise<Report[]> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/reports`, reply: listOf(report), signal: options.signal }),

  /** `GET /groups/{workspace}/reports/{id}`. */
  get: (workspaceId: string, reportId: string, options: CallOptions = {}): Promise<Report> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/reports/${reportId}`, reply: report, signal: options.signal }),

  /** `GET …/datasources` of a paginated report: the ids of the datasets that it reads. Refused for other reports. */
  datasetsOfPaginated: async (workspaceId: string, reportId: string, options: CallOptions = {}): Promise<string[]> => {
    const sources = await call({
      method: 'GET',
      path: path`groups/${workspaceId}/reports/${reportId}/datasources`,
      reply: listOf(source),
      signal: options.signal,
    });
    return [...new Set(sources.flatMap(datasetOf))];
  },

  /** `POST …/Clone`: a copy, here or in another workspace, on the same model or on `targetModelId`. */
  clone: (
    workspaceId: string,
    reportId: string,
    request: { name: string; targetWorkspaceId?: string; targetModelId?: string },
    options: CallOptions = {},
  ): Promise<Report> =>
    call({
      method: 'POST',
      path: path`groups/${workspaceId}/reports/${reportId}/Clone`,
      body: request,
      reply: report,
      signal: options.signal,
    }),

  /** `POST …/Rebind`: the report reads another dataset from now on. */
  rebind: (workspaceId: string, reportId: string, datasetId: string, options: CallOptions = {}): Promise<void> =>
    call({
      method: 'POST',
      path: path`groups/${workspaceId}/reports/${reportId}/Rebind`,
      body: { datasetId },
      reply: z.unknown().transform(() => undefined),
      repeatable: true,
      signal: options.signal,
    }),

  /** `DELETE /groups/{workspace}/reports/{id}`. */
  remove: (workspaceId: string, reportId: string, options: CallOptions = {}): Promise<void> =>
    call({
      method: 'DELETE',
      path: path`groups/${workspaceId}/reports/${reportId}`,
      reply: z.unknown().transform(() => undefined),
      signal: options.signal,
    }),

  /** `GET …/Export`: the definition of the report as a file. */
  download: async (workspaceId: string, reportId: string, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> => {
    const reply = await call.raw({
      method: 'GET',
      path: path`groups/${workspaceId}/reports/${reportId}/Export`,
      binary: true,
      signal: options.signal,
    });
    return reply.bytes ?? new Uint8Array();
  },

  /** `GET /groups/{workspace}/reports/{id}/pages`, hidden pages too. */
  pages: (workspaceId: string, reportId: string, options: CallOptions = {}): Promise<ReportPage[]> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/reports/${reportId}/pages`, reply: listOf(reportPage), signal: options.signal }),
});
