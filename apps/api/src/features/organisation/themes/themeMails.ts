/** Mails in the brand of whoever looks after it: examples to look at, and to have in one's own mailbox. */
import * as contract from '@vitrine/contract/organisation/themeMails.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { MailKind } from '@vitrine/contract/mailKinds.ts';
import { mailKindNames, mailKinds } from '@vitrine/contract/mailKinds.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { sql } from 'kysely';
import { lookOf, themeOf } from '#domain/branding/layers.ts';
import { themeOwnerOf, themeScopeOf } from '#domain/branding/owner.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { readWordings } from '#domain/mail/wordings.ts';
import type { MailFrom } from '#domain/people/accountMail.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { layOut } from '#platform/mail/mailLayout.ts';
import { translate } from '#platform/translate.ts';
import { exampleMail, exampleReader } from '#domain/mailExamples/mailExamples.ts';
import { layersAbove, requirePictures } from './rows.ts';

type Body = Input<typeof contract.preview>['body'];

/** People of a unit are shown the mails of units; a partner sends its own as well, and the operator sees both. */
const isOf = ({ actor }: Pick<Context, 'actor'>, kind: MailKind): boolean =>
  mailKinds[kind].brand === 'unit' || actor.role === 'partner' || actor.role === 'operator';

/** The document of which the example is drawn; null: the brand that holds now. A draft stands for what is published of its theme. */
async function documentOf(ctx: Context, { theme_id, draft }: Body): Promise<ThemeDocument | null> {
  const published = theme_id === null ? null : (await readPublished(ctx, theme_id)).published;
  if (draft) {
    await requirePictures(ctx, draft);
    return draft;
  }
  return theme_id === null ? null : (published ?? fail('theme_not_published'));
}

const readPublished = async (ctx: Context, id: string) =>
  found((await themeScopeOf(ctx).run(sql<{ published: ThemeDocument | null }>`select published from theme where id = ${id}`))[0]);

/** Pictures and links at the host where the caller is, because only there the page may load them. */
async function fromOf(ctx: Context, body: Body): Promise<Omit<MailFrom, 'server'>> {
  const owner = themeOwnerOf(ctx);
  const { host } = ctx.request;
  const [document, holding, wordings] = await Promise.all([
    documentOf(ctx, body),
    readHostBranding(ctx, owner),
    readWordings(ctx.identity, owner),
  ]);
  if (!document) return { host, look: holding, wordings };
  const look = lookOf(ctx, [{ name: '', document }, ...(await layersAbove(ctx, owner))]);
  return { host, wordings, look: { ...holding, title: look.title, theme: themeOf(look) } };
}

function requireKind(ctx: Context, kind: MailKind): void {
  if (!isOf(ctx, kind)) fail('not_found');
}

export function themeMails(serve: Serve): void {
  serve(contract.list, async (ctx) => {
    const from = { ...(await fromOf(ctx, { kind: 'test', language: ctx.request.locale, theme_id: null, draft: null })), server: null };
    const to = { ...exampleReader, language: ctx.request.locale };
    const kinds = mailKindNames.filter((kind) => isOf(ctx, kind));
    return { data: kinds.map((kind) => ({ kind, group: mailKinds[kind].group, subject: exampleMail(kind, to, from).text.subject })) };
  });

  serve(contract.preview, async (ctx, { body }) => {
    requireKind(ctx, body.kind);
    const from = { ...(await fromOf(ctx, body)), server: null };
    const { text, sender_name } = exampleMail(body.kind, { ...exampleReader, language: body.language }, from);
    const [{ html: light, plain }, { html: dark }] = [layOut(text, 'light'), layOut(text, 'dark')];
    return { subject: text.subject, sender: sender_name, light, dark, plain };
  });

  serve(contract.sendTest, async (ctx, { body }) => {
    requireKind(ctx, body.kind);
    const { actor, identity, secrets } = ctx;
    const { name, email } = actor;
    const [from, server] = await Promise.all([fromOf(ctx, body), readMailServer(identity, secrets, themeOwnerOf(ctx))]);
    const message = exampleMail(body.kind, { name, email, language: body.language }, { ...from, server });
    const subject = translate(body.language, 'themeMails:test_subject', { subject: message.text.subject });
    await identity.withTenant(async (tx) => {
      await requireAttempt(tx, [ofId('mail_example', actor.person_id)], ctx.now());
      await tx.run(queueMail(ctx, { ...message, text: { ...message.text, subject } }));
    });
    return { email };
  });
}
