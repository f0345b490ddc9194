/** Tells administrators 60, 30, 7 and 1 days before a certificate of a provider ends: then nobody comes in by it any more. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { readCertificate } from '#platform/saml/certificates.ts';

const warnedDays = [1, 7, 30, 60];
const dayMs = 86_400_000;

type App = { tenant_id: string; id: string; name: string; certificates: string[] };

export const watchCertificates = definePlatformJob({
  name: 'saml_app.certificates',
  schema: z.strictObject({}),
  every: '20 6 * * *',
  async work(ctx) {
    const now = ctx.now().getTime();
    const apps = await ctx.identity.run(sql<App>`select tenant_id, id, name, certificates from saml_app where active order by tenant_id`);
    await eachByItself(ctx, apps, async ({ tenant_id, id, name, certificates }) => {
      for (const certificate of certificates.flatMap((pem) => readCertificate(pem) ?? [])) {
        const left = (Date.parse(certificate.ends_at) - now) / dayMs;
        const days = warnedDays.find((most) => left <= most);
        if (days === undefined || left < 0) continue;
        await ctx.unit(tenant_id).withTenant(async (tx) => {
          // Each is told once, also when a day was missed.
          const fresh = await tx.run(sql<{ days: number }>`
            insert into saml_warning (tenant_id, saml_app_id, fingerprint, days)
            values (${tenant_id}, ${id}, ${certificate.fingerprint}, ${days}) on conflict do nothing returning days`);
          if (fresh.length === 0) return;
          const administrators = await tx.run(unitAdministrators);
          const values = { app: name, date: certificate.ends_at.slice(0, 10) };
          const person_ids = administrators.map(({ person_id }) => person_id);
          for (const statement of notify(tenant_id, { person_ids, kind: 'saml_certificate', values, link: '/azure/saml' }))
            await tx.run(statement);
        });
      }
    });
  },
});
