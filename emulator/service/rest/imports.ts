import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nameConflicts } from '@vitrine/powerbi/wire/imports.ts';
import type { NameConflict, SentImport } from '@vitrine/powerbi/wire/imports.ts';
import { z } from 'zod';
import type { ModelDefinition } from '../../definitions/model.ts';
import { ServiceError, capacityNotActive, invalidRequest, notFound } from '../serviceError.ts';
import type { ImportRecord } from '../imports/importRecord.ts';
import { filePart } from '../imports/multipart.ts';
import { canPublish } from '../imports/readPackage.ts';
import { startImport } from '../imports/runImport.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import { isPaused } from '../tenant/state.ts';
import type { Workspace } from '../tenant/state.ts';
import { callerOf, idOf, workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { reportEmbedUrl } from './embedUrls.ts';
import { list } from './odata.ts';

const query = z.object({
  datasetDisplayName: z.string().trim().min(1, 'must be given'),
  nameConflict: z.string().default('Ignore').pipe(z.enum(nameConflicts)),
  skipReport: z.stringbool().default(false),
});

const megabyte = 1024 * 1024;
/** Uploads of that size are left to a temporary location. */
const mostBytes = 10 * 1024 * megabyte;

const plainName = (name: string): string => (extname(name) === '' ? name : name.slice(0, -extname(name).length));

const unreadable = (): ServiceError => new ServiceError(400, 'RequestedFileIsEncryptedOrCorrupted');

const uniqueName = (name: string, taken: Set<string>): string => {
  for (let at = 2; ; at++) if (!taken.has(`${name} (${at})`.toLowerCase())) return `${name} (${at})`;
};

type ImportTarget = { name: string; replaces: ModelDefinition | undefined };

/** What happens to a name that is there already (docs/reference/powerbi.md A6). */
const targetFor = (workspace: Workspace, name: string, conflict: NameConflict): ImportTarget => {
  const known = workspace.models.find((model) => model.name.toLowerCase() === name.toLowerCase());
  switch (conflict) {
    case 'Abort':
      if (known) throw new ServiceError(409, 'PbixAlreadyImported');
      return { name, replaces: undefined };
    case 'Overwrite':
      if (!known) throw new ServiceError(404, 'DuplicatePackageNotFoundError');
      return { name, replaces: known };
    case 'CreateOrOverwrite':
      return { name, replaces: known };
    case 'GenerateUniqueName':
      return {
        name: known ? uniqueName(name, new Set(workspace.models.map((model) => model.name.toLowerCase()))) : name,
        replaces: undefined,
      };
    case 'Ignore':
  }
  return { name, replaces: undefined };
};

/** Publishing files (docs/reference/powerbi.md A6): packed reports, and data files that become one. */
export const registerImports = (app: FastifyInstance, service: Service): void => {
  const row = (workspace: Workspace, record: ImportRecord): SentImport => {
    const now = service.clock.now();
    const isOver = record.created_at_ms + service.durations.import_ms <= now && (record.result ?? record.failure) !== undefined;
    const { datasets = [], reports = [], reading } = isOver ? (record.result ?? {}) : {};
    const web = `${service.origin()}/groups/${workspace.id}`;
    return {
      id: record.id,
      importState: !isOver ? 'Publishing' : record.failure ? 'Failed' : 'Succeeded',
      createdDateTime: new Date(record.created_at_ms).toISOString(),
      updatedDateTime: new Date(now).toISOString(),
      name: record.name,
      connectionType: 'import',
      source: 'Upload',
      datasets: datasets.map(({ id, name }) => ({ id, name, webUrl: `${web}/datasets/${id}` })),
      reports: reports.map(({ id, name }) => ({
        id,
        name,
        webUrl: `${web}/reports/${id}`,
        embedUrl: reportEmbedUrl(service, workspace.id, id),
      })),
      ...(reading && { '@vitrine.reading': reading }),
      ...(isOver && record.failure && { error: record.failure }),
    };
  };

  const fileOf = async (request: FastifyRequest): Promise<Uint8Array> => {
    if (Buffer.isBuffer(request.body)) {
      const { bytes } = filePart(request.body, request.headers['content-type'] ?? '');
      if (exceeds(bytes.length, service.limits.import_megabytes === null ? null : service.limits.import_megabytes * megabyte))
        throw new ServiceError(413, 'RequestEntityTooLarge');
      return bytes;
    }
    const { fileUrl } = bodyAs(z.object({ fileUrl: z.url() }), request.body);
    const bytes = await service.uploads.take(fileUrl.split('/').at(-1)?.split('?')[0] ?? '');
    if (!bytes) throw invalidRequest('There is no file at the temporary location');
    return bytes;
  };

  app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: mostBytes }, (_, body, done) => done(null, body));

    scope.post('/groups/:group/imports', async (request, reply) => {
      const workspace = workspaceOf(service, request, 'Contributor');
      const { datasetDisplayName: file, nameConflict, skipReport } = bodyAs(query, request.query);
      if (!canPublish(file)) throw unreadable();
      if (isPaused(service.state, workspace)) throw capacityNotActive();
      const bytes = await fileOf(request);
      const target = targetFor(workspace, plainName(file), nameConflict);
      const record: ImportRecord = {
        id: randomUUID(),
        workspace_id: workspace.id.toLowerCase(),
        name: target.name,
        created_at_ms: service.clock.now(),
        target: {
          file,
          owner: callerOf(request).application.object_id,
          replaces: target.replaces?.id.toLowerCase(),
          skip_report: skipReport,
        },
      };
      await startImport(service, record, bytes);
      return reply.code(202).send({ id: record.id });
    });
  });

  app.get('/groups/:group/imports', async (request) => {
    const workspace = workspaceOf(service, request);
    const own = service.state.imports.filter(({ workspace_id }) => workspace_id === workspace.id.toLowerCase());
    return list(
      service,
      `groups('${workspace.id}')/imports`,
      own.map((record) => row(workspace, record)),
    );
  });

  app.get('/groups/:group/imports/:import', async (request) => {
    const workspace = workspaceOf(service, request);
    const id = idOf(request, 'import');
    const record = service.state.imports.find((one) => one.id === id && one.workspace_id === workspace.id.toLowerCase());
    if (!record) throw notFound();
    return row(workspace, record);
  });

  app.post('/groups/:group/imports/createTemporaryUploadLocation', async (request) => {
    const workspace = workspaceOf(service, request, 'Contributor');
    if (workspace.capacity_id === undefined) throw invalidRequest('Large files need a workspace on a capacity');
    const id = await service.uploads.open();
    return {
      url: `${service.origin()}/uploads/${id}`,
      expirationTime: new Date(service.clock.now() + 3_600_000).toISOString(),
    };
  });
};
