/** Looks at rows of an import: each cell by itself, rows among each other, and what the portal has already. */
import type { ImportProblem } from '@vitrine/contract/features/userImport.ts';
import { meantAddress } from '@vitrine/contract/mailDomains.ts';
import { sql } from 'kysely';
import type { Scoped } from '../../core/database/scoped.ts';
import { fieldRules } from '../../core/people/customFields.ts';
import { familiarDomains } from '../../core/people/familiarDomains.ts';
import { plain } from './guess.rules.ts';
import type { Judged, Surroundings } from './rows.rules.ts';
import { judgeRow } from './rows.rules.ts';

export type StoredRow = { line: number; cells: string[] };
export type CheckedRow = StoredRow &
  Judged & {
    /** The account that has the e-mail, and its membership here. */
    person_id: string | null;
    membership_id: string | null;
    /** The e-mail of somebody new looks mistyped. */
    doubtful: boolean;
  };

export type Import = { mapping: (string | null)[]; update_existing: boolean; source_tenant_id: string | null };

/** Where the rows are judged: the unit, and beyond it only whether an e-mail or a phone is taken. */
export type Ground = { unit: Pick<Scoped, 'run'>; identity: Pick<Scoped, 'run'>; may_grant_admin: boolean };

export async function surroundingsOf({ unit, may_grant_admin }: Ground, { mapping }: Import): Promise<Surroundings> {
  const [rules, groups, domains] = await unit.run(
    fieldRules,
    sql<{ id: string; name: string }>`select id, name from user_group order by name_key`,
    familiarDomains,
  );
  return {
    mapping,
    rules,
    groups: new Map(groups.map(({ id, name }) => [plain(name), id])),
    group_names: groups.map(({ name }) => name),
    mail_domains: domains.map(({ domain }) => domain),
    may_grant_admin,
  };
}

type Known = { person_id: string; email: string; phone: string | null; in_source: boolean };

/** Accounts that have one of the e-mails or phones, wherever they belong: e-mail and phone are unique in the platform. */
async function accountsWith(ground: Ground, source: string | null, emails: string[], phones: string[]): Promise<Known[]> {
  if (emails.length + phones.length === 0) return [];
  return ground.identity.run(sql<Known>`
    select p.id as person_id, p.email, p.phone,
      exists (select from membership m where m.person_id = p.id and m.tenant_id = ${source}::uuid and m.state = 'A') as in_source
    from person p where p.email = any (${emails}::text[]) or p.phone = any (${phones}::text[])`);
}

const repeated = (values: readonly (string | null)[]): Set<string> => {
  const seen = new Set<string>();
  return new Set(values.filter((value): value is string => value !== null && value !== '' && (seen.has(value) || !seen.add(value))));
};

/** Judges rows together: of the same e-mail or phone twice both fail, for nobody can say which one was meant. */
export async function checkRows(ground: Ground, given: Import, around: Surroundings, rows: readonly StoredRow[]): Promise<CheckedRow[]> {
  const judged = rows.map((row) => ({ ...row, ...judgeRow(row.cells, around) }));
  const twice = {
    email: repeated(judged.map(({ candidate }) => candidate.email)),
    phone: repeated(judged.map(({ candidate }) => candidate.phone)),
  };
  const accounts = await accountsWith(
    ground,
    given.source_tenant_id,
    judged.map(({ candidate }) => candidate.email).filter(Boolean),
    judged.flatMap(({ candidate }) => candidate.phone ?? []),
  );
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  const byPhone = new Map(accounts.map((account) => [account.phone ?? '', account]));
  const members = await ground.unit.run(
    sql<{
      id: string;
      person_id: string;
      state: string;
    }>`select id, person_id, state from membership where person_id = any (${accounts.map(({ person_id }) => person_id)}::uuid[])`,
  );
  const memberOf = new Map(members.map((member) => [member.person_id, member]));
  const columns = { email: around.mapping.indexOf('email'), phone: around.mapping.indexOf('phone') };

  return judged.map((row) => {
    const problems: Record<string, ImportProblem> = { ...row.problems };
    const complain = (field: 'email' | 'phone', problem: ImportProblem) => (problems[String(columns[field])] ??= problem);
    const account = byEmail.get(row.candidate.email);
    const member = account && memberOf.get(account.person_id);
    const owner = row.candidate.phone === null ? undefined : byPhone.get(row.candidate.phone);
    if (twice.email.has(row.candidate.email)) complain('email', 'duplicate');
    if (row.candidate.phone !== null && twice.phone.has(row.candidate.phone)) complain('phone', 'duplicate');
    // Somebody known joins from the other unit, or is updated where that is wished.
    const mayMeet = account?.in_source ? !member || member.state === 'D' : given.update_existing && member !== undefined;
    if (account && !mayMeet) complain('email', 'taken');
    if (owner && owner.person_id !== account?.person_id) complain('phone', 'taken');
    const doubtful = !account && meantAddress(row.candidate.email, around.mail_domains) !== null;
    return { ...row, problems, person_id: account?.person_id ?? null, membership_id: member?.id ?? null, doubtful };
  });
}
