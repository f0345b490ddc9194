/** Demo data of signing in: terms to accept in Delta, codes by mail and a waiting registration in Litoral. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { acceptTerms } from '#domain/terms/pendingTerms.ts';
import { demoPartners, demoPeople, demoUnits } from './people.ts';

const id = (suffix: number) => `0199a000-0000-7000-8000-${suffix.toString(16).padStart(12, '0')}`;
const termIds = { rules: id(0x41), rulesVersion: id(0x42), privacy: id(0x43), privacyVersion: id(0x44) };
const sharedTermIds = { resale: id(0x45), resaleVersion: id(0x46), data: id(0x47), dataVersion: id(0x48) };

const rules = `Os relatórios são para uso interno da Delta Energia.

Não compartilhe a sua senha nem imagens de telas com pessoas de fora da organização. Ao sair do computador, encerre a sessão.

O uso do portal é registrado: quem abriu qual relatório, e quando.`;

const privacy = `A Aurora Varejo trata nome, e-mail e registros de acesso para oferecer os relatórios e protegê-los.

Em “Minha conta” você vê onde está conectado e o que aceitou.`;

const resale = `A Vitrine fornece a plataforma; o parceiro responde pelas unidades que atende e pela sua equipe.

Quem trabalha numa unidade a pedido dela deixa registro em nome próprio.`;

const data = `A Maré Dados opera o portal por conta das unidades que atende.

Os dados dos relatórios são de cada unidade e não saem dela.`;

/** Everybody of Delta but its reader Igor. */
const accepted = [demoPeople.delta_admin, demoPeople.delta_diretora, demoPeople.delta_gerente];

async function publish(
  { database, now }: Services,
  tenant_id: string,
  term: { id: string; version: string; title: string; text: string; place: 'login' | 'footer' },
): Promise<void> {
  const { title, text, place } = term;
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query.insertInto('term').values({ tenant_id, id: term.id, title, text, place }),
    sql`
      insert into term_version (tenant_id, id, term_id, number, title, text, text_hash, published_at)
      values (${tenant_id}, ${term.version}, ${term.id}, 1, ${title}, ${text}, sha256(convert_to(${`${title}\n${text}`}, 'UTF8')), ${now()})`,
  );
}

async function writeTerms(services: Services): Promise<void> {
  const { database, now } = services;
  const delta = demoUnits.delta.id;
  await publish(services, delta, { id: termIds.rules, version: termIds.rulesVersion, title: 'Regras de uso', text: rules, place: 'login' });
  await publish(services, demoUnits.aurora.id, {
    id: termIds.privacy,
    version: termIds.privacyVersion,
    title: 'Privacidade',
    text: privacy,
    place: 'footer',
  });
  // All but one have accepted; the reader is asked at the first sign-in.
  await database.run(
    { kind: 'tenant', tenant_id: delta, action: 'demo.load' },
    sql`
      insert into term_acceptance (tenant_id, id, version_id, person_id, accepted_at, ip, language, text_hash)
      select v.tenant_id, uuid_v7(), v.id, p.id, ${now()}, '127.0.0.1', 'pt-BR', v.text_hash
      from term_version v cross join unnest(${accepted.map((person) => person.id)}::uuid[]) as p (id)`,
  );
}

/** Terms above the units: the platform's for partners, and a partner's for one of its units. Only the reader of Delta has not accepted. */
async function writeSharedTerms({ database, now }: Services): Promise<void> {
  const terms = [
    { id: sharedTermIds.resale, version: sharedTermIds.resaleVersion, partner_id: null, title: 'Acordo de parceria', text: resale },
    {
      id: sharedTermIds.data,
      version: sharedTermIds.dataVersion,
      partner_id: demoPartners.mare.id,
      title: 'Tratamento de dados',
      text: data,
    },
  ];
  const concerned = {
    [sharedTermIds.resale]: { roles: ['partner'], only_ids: Object.values(demoPartners).map((partner) => partner.id) },
    [sharedTermIds.data]: { only_ids: [demoUnits.delta.id] },
  };
  for (const { version, ...term } of terms) {
    await database.run(
      term.partner_id === null
        ? { kind: 'operator', action: 'demo.load' }
        : { kind: 'partner', partner_id: term.partner_id, action: 'demo.load' },
      query.insertInto('shared_term').values({ ...term, ...concerned[term.id], place: 'first_access' }),
      sql`
        insert into shared_term_version (partner_id, id, term_id, number, title, text, text_hash, published_at)
        select partner_id, ${version}::uuid, id, 1, title, text, sha256(convert_to(title || E'\n' || text, 'UTF8')), ${now()} from shared_term where id = ${term.id}`,
    );
  }
  const partners: { id: string }[] = [demoPeople.parceiro, demoPeople.parceira];
  for (const person of [...partners, ...accepted]) {
    const version_id = partners.includes(person) ? sharedTermIds.resaleVersion : sharedTermIds.dataVersion;
    const by = { person_id: person.id, tenant_id: null, at: now(), ip: '127.0.0.1', language: 'pt-BR', user_agent: '' };
    await database.run({ kind: 'identity', action: 'demo.load' }, ...acceptTerms([version_id], by));
  }
}

async function writeRegistration({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.litoral.id;
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    sql`update membership set registered_at = ${now()} where person_id = ${demoPeople.litoral_nova.id}`,
    sql`
      update tenant_setting set value = value || '{"enable_auto_register": true, "admins_set_second_factor": true}', trusted_domains = '{litoral.example}'`,
  );
}

/** Everybody has answered the survey except the reader of Serra, who is asked after the sign-in. */
async function writeAccounts({ database, now }: Services): Promise<void> {
  const answered = Object.values(demoPeople).filter((person) => person !== demoPeople.serra_leitor);
  await database.run(
    { kind: 'identity', action: 'demo.load' },
    query
      .insertInto('profile_survey')
      .values(answered.map((person) => ({ person_id: person.id, position: 'analyst', answered_at: now() }))),
    query.insertInto('second_factor').values({ person_id: demoPeople.litoral_leitora.id, email_confirmed_at: now() }),
  );
}

export async function loadDemoAccounts(services: Services): Promise<void> {
  await writeAccounts(services);
  await writeTerms(services);
  await writeSharedTerms(services);
  await writeRegistration(services);
}
