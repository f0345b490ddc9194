import { dirname, join, resolve } from 'node:path';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { createActivityLog } from './service/activityLog.ts';
import { registerAdmin } from './service/admin/adminRoutes.ts';
import { registerArm } from './service/arm/arm.ts';
import { createClock } from './service/clock.ts';
import type { ServiceClock } from './service/clock.ts';
import { loadContent } from './service/content.ts';
import type { WorkspaceContent } from './definitions/workspace.ts';
import { demoApplication } from './definitions/demo.ts';
import type { Application } from './definitions/demo.ts';
import { openDirectory, readDirectory, writeDirectory } from './service/directory/directory.ts';
import type { Group, Person } from './service/directory/people.ts';
import { createSessions } from './service/directory/sessions.ts';
import { checkEmbedToken } from './service/embed/embedAccess.ts';
import { registerEmbed } from './service/embed/embedRoutes.ts';
import { registerEntra } from './service/entra/entra.ts';
import { openSigningKeys } from './service/entra/keys.ts';
import type { SigningKeys } from './service/entra/keys.ts';
import { createExports } from './service/exports/exportJobs.ts';
import { resumeImports } from './service/imports/runImport.ts';
import { createFaults } from './service/faults/faults.ts';
import type { Faults } from './service/faults/faults.ts';
import { createPersistence, readTenantFile } from './service/tenant/persistence.ts';
import { documentedLimits } from './service/limits.ts';
import type { Limits } from './service/limits.ts';
import { openEngine } from './engine/engine.ts';
import { createRequestLog } from './service/faults/requestLog.ts';
import type { RequestLog } from './service/faults/requestLog.ts';
import { registerRest } from './service/rest/rest.ts';
import type { Durations } from './service/durations.ts';
import { openSamlKeys } from './service/saml/keys.ts';
import type { SamlKeys } from './service/saml/keys.ts';
import { registerSaml } from './service/saml/saml.ts';
import { readProviderMetadata, registerProvider } from './service/saml/serviceProvider.ts';
import type { ServiceProvider } from './service/saml/serviceProvider.ts';
import { createProvisioner } from './service/scim/provisioner.ts';
import type { Service } from './service/service.ts';
import { openStorage } from './service/storage.ts';
import { createState } from './service/tenant/state.ts';
import { createReportStore } from './service/tenant/reportStore.ts';
import { registerFaultInjection } from './service/faults/injectFault.ts';
import { readTenant, writeTenant } from './service/tenant/tenant.ts';
import type { TenantDocument } from './service/tenant/tenantDocument.ts';
import { createEmbedTokens } from './service/embed/embedTokens.ts';
import { createUploads } from './service/uploads.ts';
import { registerUploads } from './service/uploadRoutes.ts';

export type EmulatorOptions = {
  /** Address to listen on; time, faults and requests are only served on a loopback address. */
  host?: string;
  /** 0 takes a free port. */
  port?: number;
  /** How browsers reach the service, when not at the address it listens on. */
  publicOrigin?: string;
  /** Folder with a folder for each workspace; without it the workspaces that come with the service. */
  contentDirectory?: string;
  /** Workspaces, when not read from a folder. */
  content?: WorkspaceContent[];
  /** A file that describes the tenant to begin with; what the data directory has kept counts more. */
  fixture?: string;
  /** Where signing key, embed tokens and everything that was changed outlive a restart; without it they live in memory. */
  dataDirectory?: string;
  /** Service principals, the first of them Admin everywhere. Needed when others than this machine can reach the service, because the demo secret is public. */
  credentials?: [Application, ...Application[]];
  /** Who can sign in; on this machine the demo's people, else nobody unless given. */
  people?: Person[];
  /** Their groups; on this machine the demo's where the people are. */
  groups?: Group[];
  /** What everybody signs in with; on this machine the demo's password, else nobody can unless given. */
  password?: string;
  /** Limits that differ from the documented ones; null switches one off. */
  limits?: Partial<Limits>;
  /** How long jobs take by the service's clock. */
  durations?: Partial<Durations>;
  /** Told of failures of the service itself, which its callers only see as 500; writes them to standard error unless given. */
  onFailure?: (error: Error) => void;
};

export type Emulator = {
  /** Where browsers reach the service. */
  origin: string;
  /** Where it listens, for servers on the same machine. */
  address: string;
  clock: ServiceClock;
  faults: Pick<Faults, 'start' | 'end' | 'clear' | 'list'>;
  requests: Pick<RequestLog, 'list' | 'clear'>;
  /** May be changed while the service runs. */
  limits: Limits;
  /** The keys of Entra, which tests change between two sign-ins. */
  keys: Pick<SigningKeys, 'list' | 'rotate' | 'replace'>;
  /** What tests ask of the directory as an identity provider by SAML. */
  saml: {
    /** Registers an application by its metadata. */
    register: (metadata: string, changes?: Partial<Pick<ServiceProvider, 'sign' | 'encrypt'>>) => void;
    certificates: SamlKeys;
  };
  close: () => Promise<void>;
};

const loopback = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/** Whether only this machine is meant to reach the service; a public origin means a proxy in front of it. */
const isLocal = (host: string, publicOrigin: string | undefined): boolean =>
  loopback.has(host) && (publicOrigin === undefined || loopback.has(new URL(publicOrigin).hostname));

/** Requests that only read do not store the tenant. */
const isReading = ({ method, url }: FastifyRequest): boolean => method === 'GET' || /\/(query|executeQueries)(\?|$)/i.test(url);

const loadFixture = async (file: string, load: (document: TenantDocument, directory: string) => void): Promise<void> => {
  const document = await readTenantFile(file);
  if (!document) throw new Error(`There is no file ${file}`);
  load(document, dirname(resolve(file)));
};

/** A server whose own mistakes are told to whoever runs it, and to callers only as 500. */
const openServer = (onFailure: (error: Error) => void): FastifyInstance => {
  const app = fastify({ forceCloseConnections: true, routerOptions: { caseSensitive: false } });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if ((error.statusCode ?? 500) < 500) return reply.send(error);
    // Who closes a page while it is answered is no failure.
    const hasLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed;
    if (!hasLeft) onFailure(error);
    return reply.code(500).send({ message: 'An error has occurred.' });
  });
  return app;
};

/** Starts the local reporting service: Entra, Power BI REST, Azure and embed pages at one origin. Throws for content with mistakes. */
export const startEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const { host = '127.0.0.1', port = 0, publicOrigin, dataDirectory } = options;
  const local = isLocal(host, publicOrigin);
  if (!local && !options.credentials) throw new Error('A reporting service that others can reach needs credentials of its own');
  const clock = createClock();
  const faults = createFaults();
  const requests = createRequestLog();
  const onFailure = options.onFailure ?? ((error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  const app = openServer(onFailure);
  const content = options.content ?? loadContent(options.contentDirectory);
  const storage = await openStorage(dataDirectory);
  // The database learns the directory of imports before it closes itself off.
  const engine = openEngine({ content, laterDirectory: storage.imports, now: () => new Date(clock.now()) });
  const limits: Limits = { ...documentedLimits, ...options.limits };
  const exports = createExports({ directory: join(storage.folder, 'exports'), engine, limits, onFailure });
  app.addHook('onClose', async () => {
    await service.provisioner.close();
    exports.close();
    engine.close();
    await persistence.settle();
    await activities.settle();
    await storage.remove();
  });
  let address = '';
  const origin = (): string => publicOrigin ?? address;

  const activities = await createActivityLog({
    now: clock.now,
    file: storage.lasting('activities.jsonl'),
    onFailure,
  });
  const state = createState(content, options.credentials ?? [demoApplication]);
  const directory = openDirectory(options, local);
  const persistence = createPersistence(
    storage.lasting('tenant.json'),
    (folder) => ({ ...writeTenant(state, content, clock.ahead(), folder), directory: writeDirectory(directory, 'with_secrets') }),
    onFailure,
  );
  const service: Service = {
    origin,
    clock,
    keys: await openSigningKeys(storage.lasting('signing-key.json')),
    state,
    directory,
    sessions: createSessions({ clock, directory }),
    provisioner: createProvisioner({ clock, directory, save: persistence.save, onFailure }),
    samlKeys: await openSamlKeys(storage.lasting('saml-keys.json'), clock.now),
    embedTokens: await createEmbedTokens({
      now: clock.now,
      origin,
      file: storage.lasting('embed-tokens.jsonl'),
    }),
    faults,
    activities,
    limits,
    durations: { refresh_ms: 6_000, export_ms: 2_000, import_ms: 1_500, assignment_ms: 2_000, scan_ms: 3_000, ...options.durations },
    engine,
    exports,
    importDirectory: storage.imports,
    uploads: createUploads(join(storage.folder, 'uploads')),
    save: persistence.save,
    onFailure,
    reload: (model) => {
      const canDiffer = model.tables.some(({ source }) => source.kind === 'file');
      const directory = service.state.model_directories.get(model.id.toLowerCase());
      if (canDiffer && directory !== undefined) engine.publish(model, directory);
    },
  };

  const load = (document: TenantDocument, folder: string): void => {
    readTenant(state, document, content, folder);
    readDirectory(directory, document.directory);
    clock.reset();
    clock.advance(document.clock_ahead_ms);
    for (const model of [...state.workspaces.values()].flatMap(({ models }) => models)) {
      const at = state.model_directories.get(model.id.toLowerCase());
      if (at !== undefined && !content.some(({ directory: own }) => own === at)) engine.publish(model, at);
    }
    persistence.save();
  };
  const kept = dataDirectory === undefined ? undefined : await readTenantFile(join(dataDirectory, 'tenant.json'));
  if (kept && dataDirectory !== undefined) load(kept, dataDirectory);
  else if (options.fixture !== undefined) await loadFixture(options.fixture, load);
  await exports.load();
  resumeImports(service);
  // A change is stored before it is answered.
  app.addHook('onSend', async (request) => {
    if (!isReading(request)) await persistence.settle();
  });

  registerFaultInjection(app, service, faults, requests);
  if (local) {
    const folder = dataDirectory ?? process.cwd();
    registerAdmin(app, {
      service,
      requests,
      tenant: {
        read: () => ({ ...writeTenant(state, content, clock.ahead()), directory: writeDirectory(directory, 'without_secrets') }),
        load: (document) => load(document, folder),
      },
    });
  }
  registerEntra(app, service);
  registerSaml(app, service);
  registerRest(app, service);
  registerArm(app, service);
  registerUploads(app, service);
  registerEmbed(app, { reportStore: createReportStore(service.state), engine, checkToken: checkEmbedToken(service) });
  address = await app.listen({ host, port });

  const saml: Emulator['saml'] = {
    register: (metadata, changes) => registerProvider(directory, { ...readProviderMetadata(metadata), ...changes }),
    certificates: service.samlKeys,
  };
  return { origin: origin(), address, clock, faults, requests, limits: service.limits, keys: service.keys, saml, close: () => app.close() };
};
