/** Tells what became of a domain: the administrators of its unit and whoever asked, or that person alone where there is no unit. */
import type { NotificationKind } from '@vitrine/contract/notifications/notifications.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { mailBrand } from '#domain/mail/mailBrand.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { translate } from '#platform/translate.ts';
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
    if (tenant_id === null) return mailAsker(ctx, domain, kinds[event]);
    const unit = ctx.unit(tenant_id);
    await unit.withTenant(async (tx) => {
      const administrators = await tx.run(unitAdministrators);
      const notices = notify(tenant_id, {
        person_ids: [...administrators.map(({ person_id }) => person_id), ...(domain.asked_by === null ? [] : [domain.asked_by])],
        kind: kinds[event],
        values: { domain: shownHost(domain.host) },
        link: `/domain/${domain_id}`,
      });
      for (const statement of notices) await tx.run(statement);
    });
  },
});

/** Partners and the operator have no bell of their own outside of a unit. */
async function mailAsker(ctx: PlatformJobContext, { host, partner_id, asked_by, id }: Told, kind: NotificationKind): Promise<void> {
  const { identity, secrets, environment } = ctx;
  const whose = { tenant_id: null, partner_id };
  const [[person], look, server] = await Promise.all([
    identity.run(sql<{ name: string; email: string; language: Locale }>`select name, email, language from person where id = ${asked_by}`),
    readHostBranding({ identity, secrets }, whose),
    readMailServer(identity, secrets, whose),
  ]);
  if (!person) return;
  const { title } = look;
  const say = (key: Parameters<typeof translate>[1], values: Record<string, string> = {}) => translate(person.language, key, values);
  const text = {
    subject: say(`notifications:${kind}_title`, { domain: shownHost(host) }),
    greeting: say('mail:greeting', { name: person.name }),
    paragraphs: [say(`notifications:${kind}_text`, { domain: shownHost(host) })],
    action: {
      label: say('notifications:mail_action'),
      url: `${environment.publicUrl}/domain/${id}`,
      fallback: say('mail:fallback'),
    },
    footer: say('mail:footer', { title }),
    ...mailBrand(look, environment.publicUrl),
  };
  await identity.run(queueMail({ secrets }, { to: { name: person.name, address: person.email }, server, sender_name: title, text }));
}
