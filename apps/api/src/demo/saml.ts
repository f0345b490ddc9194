/** People of Litoral come in by SAML from the local directory, which can provision the unit as well: each knows the other. */
import type { Services } from '#domain/serving/context.ts';
import { addressesOf, keyPlace } from '#features/signIn/signIn/saml/trust.ts';
import { query } from '#platform/database/query.ts';
import { scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { makeOwnKey, readCertificate } from '#platform/saml/certificates.ts';
import { ownMetadata, readMetadata } from '#platform/saml/saml.ts';
import { demoUnits } from './people.ts';

const mails = 'litoral.example';

export async function loadDemoSaml(services: Services): Promise<void> {
  const { database, environment, secrets, now } = services;
  const { demoApplication, demoProvisioning } = await import('@vitrine/emulator/definitions/demo.ts');
  const directory = environment.reporting?.entra ?? '';
  const { id: tenant_id, name } = demoUnits.litoral;
  const document = await (await fetch(`${directory}/saml/${demoApplication.tenant_id}/metadata`)).text();
  const { certificates, ...provider } = await readMetadata(tenant_id, document);
  const id = uuidv7();
  const own = await makeOwnKey(`Vitrine ${id}`, now());
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query.insertInto('saml_app').values({
      tenant_id,
      id,
      name: 'Diretório da empresa',
      ...provider,
      certificates: certificates.flatMap((text) => readCertificate(text)?.pem ?? []),
      key: secrets.encrypt(own.key, keyPlace({ tenant_id, id })),
      own_certificate: own.certificate,
      email_domains: [mails],
      first_time: true,
      active: true,
    }),
  );
  const identity = scoped(database, { kind: 'identity' });
  const ours = await addressesOf({ ...services, identity }, { id, tenant_id });
  await tell(directory, 'POST', 'service-providers', { metadata: ownMetadata({ ...ours, certificate: own.certificate }), name });
  // It does not run by itself: whoever tries it starts it on the page of the directory, and watches.
  await tell(directory, 'PUT', 'provisioning', {
    address: `${environment.publicUrl}/scim/v2`,
    token: demoProvisioning.token,
    dialect: 'entra_flag',
    domains: [mails],
    every_minutes: 5,
    running: false,
  });
}

async function tell(directory: string, method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch(`${directory}/admin/${path}`, { method, headers, body: JSON.stringify(body) });
  if (!ok) throw new Error(`The local directory refused ${path}: ${status}`);
}
