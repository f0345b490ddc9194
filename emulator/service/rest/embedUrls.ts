import type { Service } from '../service.ts';

/** Where the real one names its cluster; clients must hand it on untouched (docs/reference/powerbi.md A3). */
const config = (service: Service): string => {
  const cluster = { clusterUrl: service.origin(), embedFeatures: { usageMetricsVNext: true } };
  return encodeURIComponent(Buffer.from(JSON.stringify(cluster)).toString('base64'));
};

export const reportEmbedUrl = (service: Service, workspaceId: string, reportId: string): string =>
  `${service.origin()}/reportEmbed?reportId=${reportId}&groupId=${workspaceId}&w=2&config=${config(service)}`;

export const paginatedEmbedUrl = (service: Service, workspaceId: string, reportId: string): string =>
  `${service.origin()}/rdlEmbed?reportId=${reportId}&groupId=${workspaceId}&w=2&config=${config(service)}`;

export const dashboardEmbedUrl = (service: Service, workspaceId: string, dashboardId: string): string =>
  `${service.origin()}/dashboardEmbed?dashboardId=${dashboardId}&groupId=${workspaceId}&config=${config(service)}`;

export const tileEmbedUrl = (service: Service, workspaceId: string, dashboardId: string, tileId: string): string =>
  `${service.origin()}/embed?dashboardId=${dashboardId}&tileId=${tileId}&groupId=${workspaceId}&config=${config(service)}`;

export const createReportEmbedUrl = (service: Service): string => `${service.origin()}/reportEmbed?config=${config(service)}`;

export const qnaEmbedUrl = (service: Service): string => `${service.origin()}/qnaEmbed?config=${config(service)}`;
