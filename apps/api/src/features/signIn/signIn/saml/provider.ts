/** What a provider says of itself, and what the portal says of itself to it. */
import type { Download } from '@vitrine/contract/download.ts';
import type { ReadMetadata } from '@vitrine/contract/signIn/saml.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { NotFetched, fetchPublic } from '#platform/http/fetchPublic.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { readCertificate } from '#platform/saml/certificates.ts';
import { ownMetadata, readMetadata } from '#platform/saml/saml.ts';
import { addressesOf, trustedApp } from './trust.ts';

const documentBytes = 512 * 1024;
const certificatesAtMost = 2;

export async function showMetadata(ctx: Context, id: string): Promise<Download> {
  const [own] = await ctx.run(query.selectFrom('saml_app').select('id').where('id', '=', id));
  const [row] = await ctx.identity.run(trustedApp(found(own).id));
  const app = found(row);
  const xml = ownMetadata({ ...(await addressesOf(ctx, app)), certificate: app.own_certificate });
  return { file_name: 'vitrine-saml.xml', content_type: 'application/samlmetadata+xml', content: xml };
}

async function documentAt(ctx: Context, url: string): Promise<string> {
  await requireAttempt(ctx.identity, [ofId('saml_metadata', ctx.actor.tenant_id ?? ctx.actor.person_id)], ctx.now());
  try {
    return await fetchPublic(url, { inside: ctx.environment.privateAddresses, bytes: documentBytes });
  } catch (error) {
    if (error instanceof NotFetched) return fail('saml_metadata_unreachable', {}, {}, error);
    throw error;
  }
}

export async function look(ctx: Context, { xml, url }: { xml?: string | undefined; url?: string | undefined }): Promise<ReadMetadata> {
  if ((xml === undefined) === (url === undefined)) return failFields({ xml: 'required' });
  const document = xml ?? (await documentAt(ctx, url ?? ''));
  const { certificates, ...provider } = await readMetadata(ctx.actor.tenant_id ?? ctx.actor.person_id, document);
  const now = ctx.now().toISOString();
  const usable = certificates
    .flatMap((text) => readCertificate(text) ?? [])
    .filter(({ ends_at }) => ends_at > now)
    .toSorted((one, other) => other.ends_at.localeCompare(one.ends_at))
    .slice(0, certificatesAtMost);
  if (usable.length === 0) return fail('saml_metadata_unreadable');
  return { ...provider, certificates: usable };
}
