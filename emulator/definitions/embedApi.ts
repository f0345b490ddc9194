/**
 * What the embed page and its server say to each other, below `/embed-api`.
 * Every call carries `Authorization: EmbedToken <token>`; row-level security comes from the token alone.
 * A failure answers 401, 403 or 404 with `EmbedError`, whose words the page raises as they are (docs/reference/powerbi.md B8).
 */
import type { QueryResult } from './queries.ts';
import type { ReportDefinition } from './report.ts';
import type { PaginatedDocument, ShownParameter } from './paginated/document.ts';

/** `GET /embed-api/reports/:reportId?groupId=` */
export type ReportAnswer = {
  report: ReportDefinition;
  workspace_id: string;
  /** Fields of the model for filter cards, formats and export headings; hidden columns left out. */
  fields: {
    table: string;
    name: string;
    kind: 'column' | 'measure';
    type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime';
    format?: string;
  }[];
  permissions: { edit: boolean; save_as: boolean };
  /** When the embed token ends, ISO-8601. */
  expires_at: string;
};

/** What a tile shows and where it leads. */
export type TileFacts = { id: string; visual: string; report_id: string; report_page: string; workspace_id: string };

/**
 * `GET /embed-api/dashboards/:dashboardId?tileId=&groupId=`: a report of one page, whose visuals are the tiles.
 * `POST …/query` answers them; what a question is about is told by its id, `<visual>:<part>`.
 */
export type DashboardAnswer = ReportAnswer & { tiles: TileFacts[] };

/**
 * `POST /embed-api/paginated/:reportId?groupId=` with `{ parameters: { name, value }[] }`: a name with several values
 * comes several times. There is no document while a parameter that needs a value has none.
 */
export type PaginatedAnswer = {
  name: string;
  parameters: ShownParameter[];
  document: PaginatedDocument | null;
  /** When the embed token ends, ISO-8601. */
  expires_at: string;
};

/** `PUT /embed-api/reports/:reportId` with `{ report }` keeps an edited report; answers `SavedAnswer`. */
export type SaveRequest = { report: ReportDefinition };

/** `POST /embed-api/reports/:reportId/copies` keeps an edited report as a new one; answers `SavedAnswer`. */
export type CopyRequest = { report: ReportDefinition; name: string; workspace_id?: string | undefined };

export type SavedAnswer = { id: string; name: string };

/** A new report on a dataset has the same calls at `/embed-api/datasets/:datasetId`; `POST …/reports` with `CopyRequest` keeps it. */

/**
 * `POST /embed-api/reports/:reportId/query` with `{ queries }`, as `VisualQuery` each: a page is one call.
 * `GET /embed-api/reports/:reportId/answers?groupId=&page=&phone=` answers the same to what the visuals of a page ask as
 * their author left them, so that the embed page need not be there yet to ask.
 */
export type QueryAnswer = { results: QueryResult[] };
