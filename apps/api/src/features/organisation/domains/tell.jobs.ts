/** Tells what became of a domain: the administrators of its unit and whoever asked, or that person alone where there is no unit. */
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { mailToStaff } from '#domain/notifications/mailToStaff.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { shownHost } from './hostName.rules.ts';

const kinds = {
  active: 'domain_active',
  failed: 'domain_failed',
  taken: 'domain_taken',
  lost: 'domain_lost',
  gone: 'domain_gone',
  removed: 'domain_removed',
  certificate: 'domain_certificate',
} as const satisfies Record<string, NotificationKind>;
export type DomainEvent = keyof typeof kinds;

type Told = { id: string; host: string; tenant_id: string | null; partner_id: string | null; asked_by: string | null };

export const tellOfDomain = definePlatformJob({
  name: 'domain.tell',
  schema: z.strictObject({ domain_id: z.guid(), event: z.enum(Object.keys(kinds) as [DomainEvent, ...DomainEvent[]]) }),
  async work(ctx, { domain_id, event }) {
    const [domain] = await ctx.identity.run(
      sql<Told>`select id, host, tenant_id, partner_id, asked_by from domain where id = ${domain_id}`,
    );
    if (!domain) return;
    const { tenant_id } = domain;
    const values = { domain: shownHost(domain.host) };
    const link = `/domain/${domain_id}`;
    if (tenant_id === null) {
      const { partner_id, asked_by } = domain;
      for (const mail of await mailToStaff(ctx, { partner_id, person_id: asked_by, kind: kinds[event], values, link }))
        await ctx.identity.run(mail);
      return;
    }
    const unit = ctx.unit(tenant_id);
    await unit.withTenant(async (tx) => {
      const administrators = await tx.run(unitAdministrators);
      const notices = notify(tenant_id, {
        person_ids: [...administrators.map(({ person_id }) => person_id), ...(domain.asked_by === null ? [] : [domain.asked_by])],
        kind: kinds[event],
        values,
        link,
      });
      for (const statement of notices) await tx.run(statement);
    });
  },
});
