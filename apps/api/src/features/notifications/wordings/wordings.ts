/** The portal's own mails and notifications in the words of a unit: each kind and language by itself, with the versions before. */
import * as contract from '@vitrine/contract/notifications/wordings.ts';
import { versionsKept, wordableKinds } from '@vitrine/contract/notifications/wordings.ts';
import type { Words } from '@vitrine/contract/notifications/wordings.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { locales } from '@vitrine/contract/fields.ts';
import type { MailKind } from '@vitrine/contract/mailKinds.ts';
import { mailKinds } from '@vitrine/contract/mailKinds.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import { exampleMail, exampleReader, exampleValues } from '#domain/mailExamples/mailExamples.ts';
import type { Wordings } from '#domain/mail/wordings.ts';
import { namesIn, readWordings, standardWords } from '#domain/mail/wordings.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { layOut } from '#platform/mail/mailLayout.ts';

type Which = { kind: MailKind; language: Locale };
type Version = { id: string; number: number; subject: string | null; text: string | null; author_id: string | null; at: string };

// Parts of a path are texts to the compiler; the contract let no others through.
const which = (params: { kind: string; language: string }) => params as Which;

const unitOf = ({ actor }: Context): string => actor.tenant_id ?? fail('not_found_companies');

const wordsOf = ({ subject, text }: Pick<Version, 'subject' | 'text'>): Words | null =>
  subject === null || text === null ? null : { subject, text };

/** In whose brand and words the examples are drawn; links lead to the host where the caller is. */
const fromOf = async (ctx: Context, wordings: Wordings) => ({
  host: ctx.request.host,
  look: await readHostBranding(ctx, { tenant_id: unitOf(ctx), partner_id: null }),
  server: null,
  wordings,
});

const variablesOf = (kind: MailKind): string[] => [...new Set(locales.flatMap((locale) => namesIn(standardWords(kind, locale))))];

function requireKnownNames(kind: MailKind, words: Words): void {
  const known = new Set(variablesOf(kind));
  for (const field of ['subject', 'text'] as const) {
    const unknown = namesIn({ subject: '', text: words[field] }).find((name) => !known.has(name));
    if (unknown !== undefined) failFields({ [`words.${field}`]: 'unknown_placeholder' }, { placeholder: `{{${unknown}}}` });
  }
}

async function list(ctx: Context): Promise<Answer<typeof contract.list>> {
  const wordings = await readWordings(ctx.identity, { tenant_id: unitOf(ctx) });
  const from = await fromOf(ctx, wordings);
  const to = { ...exampleReader, language: ctx.request.locale };
  return {
    data: wordableKinds.map((kind) => ({
      kind,
      group: mailKinds[kind].group,
      subject: exampleMail(kind, to, from).text.subject,
      worded: locales.filter((locale) => wordings.some((one) => one.kind === kind && one.language === locale)),
    })),
    can: { edit: mayCall(ctx.actor, contract.save.can) },
  };
}

async function read(ctx: Context, { kind, language }: Which): Promise<Answer<typeof contract.get>> {
  const versions = await ctx.run(sql<Version>`
    select id, number, subject, text, author_id, created_at as at from wording
    where kind = ${kind} and language = ${language} order by number desc`);
  const authors = versions.flatMap(({ author_id }) => (author_id === null ? [] : [author_id]));
  // Partner staff are not among the people of the unit.
  const named =
    authors.length === 0
      ? []
      : await ctx.identity.run(sql<{ id: string; name: string }>`select id, name from person where id = any (${authors}::uuid[])`);
  const [newest] = versions;
  const { title } = await readHostBranding(ctx, { tenant_id: unitOf(ctx), partner_id: null });
  // The title of letters is that of the brand.
  const examples: Record<string, string | number> = { ...exampleValues(language), ...(kind.startsWith('notice_') ? {} : { title }) };
  return {
    standard: standardWords(kind, language),
    words: newest ? wordsOf(newest) : null,
    version: newest?.number ?? 0,
    variables: variablesOf(kind).map((name) => ({ name, example: String(examples[name] ?? '') })),
    versions: versions.map(({ id, number, author_id, at, ...version }) => ({
      id,
      number,
      at,
      words: wordsOf(version),
      author: named.find((person) => person.id === author_id)?.name ?? null,
    })),
  };
}

async function save(ctx: Context, { kind, language }: Which, given: Words | null, version: number): Promise<{ version: number }> {
  unitOf(ctx);
  if (given) requireKnownNames(kind, given);
  const standard = standardWords(kind, language);
  // Whoever writes what the portal says anyway has no words of their own.
  const words = given?.subject === standard.subject && given.text === standard.text ? null : given;
  const [newest] = await ctx.run(sql<{ number: number }>`
    select number from wording where kind = ${kind} and language = ${language} order by number desc limit 1`);
  if ((newest?.number ?? 0) !== version) fail('conflict');
  const number = version + 1;
  const row = { tenant_id: ownTenant, kind, language, number, author_id: ctx.actor.person_id, created_at: ctx.now() };
  try {
    await ctx.run(
      query.insertInto('wording').values({ ...row, subject: words?.subject ?? null, text: words?.text ?? null }),
      sql`delete from wording where kind = ${kind} and language = ${language} and number <= ${number - versionsKept}`,
    );
  } catch (error) {
    // Of two who save at once the second one has not seen the first one's words.
    if (isUniqueViolation(error)) fail('conflict');
    throw error;
  }
  return { version: number };
}

async function previewOf(ctx: Context, { kind, language }: Which, words: Words | null): Promise<Answer<typeof contract.preview>> {
  if (words) requireKnownNames(kind, words);
  const from = await fromOf(ctx, words ? [{ ...words, kind, language }] : []);
  const { text, sender_name } = exampleMail(kind, { ...exampleReader, language }, from);
  const [{ html: light, plain }, { html: dark }] = [layOut(text, 'light'), layOut(text, 'dark')];
  return { subject: text.subject, sender: sender_name, light, dark, plain };
}

export function wordings(serve: Serve): void {
  serve(contract.list, (ctx) => list(ctx));
  serve(contract.get, (ctx, { params }) => read(ctx, which(params)));
  serve(contract.save, (ctx, { params, body: { words, version } }) => save(ctx, which(params), words, version));
  serve(contract.preview, (ctx, { params, body: { words } }) => previewOf(ctx, which(params), words));
}
