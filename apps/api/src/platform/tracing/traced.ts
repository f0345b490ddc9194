/** The parts that wait for somebody else, each with a span for what it waits for. */
import type { ExchangeLog } from '@vitrine/powerbi/transport.ts';
import type { Database } from '#platform/database/database.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { batchName, callName } from './names.rules.ts';
import type { Step, Tracing } from './tracing.ts';

/** By what the statements do; of what they carry, nothing. */
const batch = (statements: readonly Statement[]): Step => ({
  name: 'database',
  kind: 'client',
  attributes: {
    'db.system.name': 'postgresql',
    'db.query.summary': batchName(statements.map((statement) => ('compile' in statement ? statement.compile(query) : statement).sql)),
    'db.operation.batch.size': statements.length,
  },
});

const transaction: Step = { name: 'database transaction', kind: 'client', attributes: { 'db.system.name': 'postgresql' } };

export function tracedDatabase(database: Database, tracing: Tracing | null): Database {
  if (tracing === null) return database;
  return {
    ...database,
    run: (caller, ...statements) => tracing.step(batch(statements), () => database.run(caller, ...statements)),
    runEach: (caller, statements) => tracing.step(batch(statements), () => database.runEach(caller, statements)),
    withTenant: (caller, work, options) =>
      tracing.step(transaction, () =>
        database.withTenant(
          caller,
          (tx) => work({ run: (...statements) => tracing.step(batch(statements), () => tx.run(...statements)) }),
          options,
        ),
      ),
  };
}

export function tracedMail(mail: Mail, tracing: Tracing | null): Mail {
  if (tracing === null) return mail;
  const send: Mail['send'] = (message, id) =>
    tracing.step({ name: 'mail', kind: 'client', attributes: { 'vitrine.mail.kind': message.kind } }, () => mail.send(message, id));
  return { ...mail, send };
}

/** Of a call: which of the three services, the pattern of its path, and the number by which Microsoft finds it. */
export function tracedCall(tracing: Tracing, { service, method, path, status, request_id, duration_ms }: ExchangeLog): void {
  const attributes = {
    'peer.service': service,
    'http.request.method': method,
    'url.template': callName(path),
    ...(status === null ? {} : { 'http.response.status_code': status }),
    ...(request_id === null ? {} : { 'vitrine.service.request_id': request_id }),
  };
  tracing.ended(
    { name: `${service} ${method}`, kind: 'client', attributes },
    { ms: duration_ms, failed: status === null || status >= 400 },
  );
}
