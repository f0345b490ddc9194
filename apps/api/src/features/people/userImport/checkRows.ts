/** Validates rows of an import: each cell, rows against each other, and against existing accounts. */
import type { CustomValues } from '@vitrine/contract/people/customFields.ts';
import type { ImportProblem } from '@vitrine/contract/people/userImport.ts';
import { meantAddress } from '@vitrine/contract/mailDomains.ts';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { fieldRules } from '#domain/people/customFields.ts';
import { familiarDomains } from '#domain/people/familiarDomains.ts';
import { plain } from './guess.rules.ts';
import type { Judged, ImportRules } from './rows.rules.ts';
import { judgeRow } from './rows.rules.ts';

export type StoredRow = { line: number; cells: string[] };
export type CheckedRow = JudgedRow & {
  /** The account with this e-mail, and its membership here. */
  person_id: string | null;
  membership_id: string | null;
  /** The e-mail of a new person looks mistyped. */
  doubtful: boolean;
  /** New in the unit, or comes back: takes a seat. */
  joins: boolean;
  /** Was deactivated in the unit. */
  returns: boolean;
};

export type Import = { mapping: (string | null)[]; update_existing: boolean; source_tenant_id: string | null };

/** The databases for validation: the unit's, and accounts of the platform to see whether e-mail or phone are taken. */
export type ImportScope = { unit: Pick<Scoped, 'run'>; identity: Pick<Scoped, 'run'>; may_grant_admin: boolean };

export async function surroundingsOf({ unit, may_grant_admin }: ImportScope, { mapping }: Import): Promise<ImportRules> {
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
async function accountsWith(ground: ImportScope, source: string | null, emails: string[], phones: string[]): Promise<Known[]> {
  if (emails.length + phones.length === 0) return [];
  return ground.identity.run(sql<Known>`
    select p.id as person_id, p.email, p.phone,
      exists (select from membership m where m.person_id = p.id and m.tenant_id = ${source}::uuid and m.state = 'active') as in_source
    from person p where p.email = any (${emails}::text[]) or p.phone = any (${phones}::text[])`);
}

const repeated = (values: readonly (string | null)[]): Set<string> => {
  const seen = new Set<string>();
  return new Set(values.filter((value): value is string => value !== null && value !== '' && (seen.has(value) || !seen.add(value))));
};

/** What an existing person has already need not stand in the file again. */
function problemsFor({ problems }: Judged, mapping: readonly (string | null)[], has: CustomValues): Record<string, ImportProblem> {
  const isThere = (column: string) => has[(mapping[Number(column)] ?? '').replace(/^custom:/, '')] !== undefined;
  return Object.fromEntries(Object.entries(problems).filter(([column, problem]) => problem !== 'required' || !isThere(column)));
}

/** Whether a row may go on with an account that exists: who joins from another unit, comes back, or is updated if wanted. */
function mayMeet(account: Known, member: { state: string } | undefined, updating: boolean): boolean {
  if (member?.state === 'deactivated') return true;
  return account.in_source ? !member : updating && member !== undefined;
}

/** What is left of a row when its cells were read. */
export type JudgedRow = Judged & { line: number };
/** E-mails and phones that stand in several rows. */
export type Repeated = { email: ReadonlySet<string>; phone: ReadonlySet<string> };

export const judgeRows = (rows: readonly StoredRow[], around: ImportRules): JudgedRow[] =>
  rows.map(({ line, cells }) => ({ line, ...judgeRow(cells, around) }));

/** Rows with the same e-mail or phone all fail, because it is unknown which one is right. */
export const repeatedIn = (rows: readonly JudgedRow[]): Repeated => ({
  email: repeated(rows.map(({ candidate }) => candidate.email)),
  phone: repeated(rows.map(({ candidate }) => candidate.phone)),
});

/** Validates rows together. */
export async function checkRows(
  ground: ImportScope,
  given: Import,
  around: ImportRules,
  rows: readonly StoredRow[],
): Promise<CheckedRow[]> {
  const judged = judgeRows(rows, around);
  return meetAccounts(ground, given, around, judged, repeatedIn(judged));
}

/** Rows against accounts that exist, and against each other. */
export async function meetAccounts(
  ground: ImportScope,
  given: Import,
  around: ImportRules,
  judged: readonly JudgedRow[],
  twice: Repeated,
): Promise<CheckedRow[]> {
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
      custom: CustomValues;
    }>`select id, person_id, state, custom from membership where person_id = any (${accounts.map(({ person_id }) => person_id)}::uuid[])`,
  );
  const memberOf = new Map(members.map((member) => [member.person_id, member]));
  const columns = { email: around.mapping.indexOf('email'), phone: around.mapping.indexOf('phone') };

  return judged.map((row) => {
    const complain = (field: 'email' | 'phone', problem: ImportProblem) => (problems[String(columns[field])] ??= problem);
    const account = byEmail.get(row.candidate.email);
    const member = account && memberOf.get(account.person_id);
    const problems = problemsFor(row, around.mapping, member?.custom ?? {});
    const owner = row.candidate.phone === null ? undefined : byPhone.get(row.candidate.phone);
    if (twice.email.has(row.candidate.email)) complain('email', 'duplicate');
    if (row.candidate.phone !== null && twice.phone.has(row.candidate.phone)) complain('phone', 'duplicate');
    const returns = member?.state === 'deactivated';
    if (account && !mayMeet(account, member, given.update_existing)) complain('email', 'taken');
    if (owner && owner.person_id !== account?.person_id) complain('phone', 'taken');
    const doubtful = !account && meantAddress(row.candidate.email, around.mail_domains) !== null;
    return {
      ...row,
      problems,
      person_id: account?.person_id ?? null,
      membership_id: member?.id ?? null,
      doubtful,
      joins: member === undefined || returns,
      returns,
    };
  });
}
