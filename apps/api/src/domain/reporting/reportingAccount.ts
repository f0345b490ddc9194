/** A unit's accounts at the reporting service: who may use them, and how one is loaded for a call. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import { secretPlace } from './powerbiGateway.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

/** Condition on an account `a`: where the unit has this restriction, administrators use only accounts that they registered. */
export function isWithinReach({ actor }: Pick<Context, 'actor'>): RawBuilder<boolean> {
  return actor.role === 'admin' && actor.switches.only_own_accounts ? sql<boolean>`a.created_by = ${actor.person_id}` : sql<boolean>`true`;
}

/** What a call to the service needs of an account `a`. */
export const callingColumns = sql`a.tenant_id, a.id, a.version, a.directory_id, a.application_id, a.subscription_id, a.secret_value`;

/** Statement for an account within the actor's reach. */
export const accountWithinReach = (ctx: Pick<Context, 'actor'>, id: string): RawBuilder<ReportingAccount> =>
  sql<ReportingAccount>`select ${callingColumns} from reporting_account a where a.id = ${id} and ${isWithinReach(ctx)}`;

/** The account for a call that a person makes with it. */
export async function accountToCall(ctx: Pick<Context, 'actor' | 'run'>, id: string): Promise<ReportingAccount> {
  const [account] = await ctx.run(accountWithinReach(ctx, id));
  return found(account);
}

/** Encrypts a secret for this account of this unit only. */
export function accountSecret({ actor, secrets }: Pick<Context, 'actor' | 'secrets'>, id: string, secret: string): string {
  const tenant_id = actor.tenant_id ?? fail('not_found_companies');
  return secrets.encrypt(secret, secretPlace({ tenant_id, id }));
}
