/**
 * The local reporting service behind a recorder that passes everything on: the portal talks to a real service, and
 * tests see what it was asked.
 */
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import type { GenerateTokenRequest } from '@vitrine/powerbi/embedTokens.ts';
import { demoApplication } from '@vitrine/emulator/definitions/demo.ts';
import { loadContent } from '@vitrine/emulator/service/content.ts';
import type { Emulator } from '@vitrine/emulator/emulator.ts';
import { startEmulator } from '@vitrine/emulator/emulator.ts';

type AskedCall = { method: string; path: string; body: string };

export type ReportingService = {
  addresses: Addresses;
  faults: Emulator['faults'];
  /** The service's own time, for what takes its time there. */
  clock: Emulator['clock'];
  /** Every call so far. */
  calls: AskedCall[];
  /** What is sent instead of a file that was exported. */
  exportedFile: { instead: Buffer | null };
  /** What embed tokens were asked for, oldest first. */
  tokenRequests: () => GenerateTokenRequest[];
  close: () => Promise<void>;
};

export async function openReportingService(): Promise<ReportingService> {
  const emulator = await startEmulator();
  const calls: AskedCall[] = [];
  const exportedFile: ReportingService['exportedFile'] = { instead: null };
  const recorder = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      calls.push({ method: request.method ?? '', path: request.url ?? '', body: body.toString() });
      const answer = await fetch(new URL(request.url ?? '/', emulator.address), {
        method: request.method ?? 'GET',
        headers: forwarded(request),
        ...(body.length === 0 ? {} : { body }),
      });
      response.writeHead(answer.status, [...answer.headers].filter(([name]) => !hopByHop.has(name)).flat());
      const sent = Buffer.from(await answer.arrayBuffer());
      response.end(isExportedFile(request) ? (exportedFile.instead ?? sent) : sent);
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  return {
    addresses: { entra: origin, powerbi: origin, arm: origin },
    faults: emulator.faults,
    clock: emulator.clock,
    calls,
    exportedFile,
    tokenRequests: () =>
      calls.filter(({ path }) => path.endsWith('/GenerateToken')).map(({ body }) => JSON.parse(body) as GenerateTokenRequest),
    async close() {
      recorder.closeAllConnections();
      await new Promise<void>((resolve) => recorder.close(() => resolve()));
      await emulator.close();
    },
  };
}

const isExportedFile = ({ url = '' }: IncomingMessage) => /\/exports\/[^/]+\/file$/.test(url);

const hopByHop = new Set(['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']);

const forwarded = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && name !== 'host' && !hopByHop.has(name) ? [[name, value]] : [],
    ),
  );

/** Reports that come with the service: one whose rows depend on the reader, and one that shows everybody the same. */
export const samples = {
  sales: sample('Vendas da rede'),
  weather: sample('Clima de Seattle'),
  cinema: sample('Cinema'),
  closing: sample('Fechamento mensal por loja'),
};

export const demoAccount = {
  application_id: demoApplication.client_id,
  directory_id: demoApplication.tenant_id,
  object_id: demoApplication.object_id,
  secret_value: demoApplication.client_secret,
};

function sample(name: string) {
  for (const { workspace, reports, paginated = [] } of loadContent()) {
    const report = [...reports, ...paginated].find((candidate) => candidate.name === name);
    if (report) return { workspace_id: workspace.id, external_report_id: report.id, dataset_id: report.model };
  }
  throw new Error(`The local reporting service has no report ${name}`);
}
