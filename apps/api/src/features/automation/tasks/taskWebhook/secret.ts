/** The secret that the calls of a task are signed with. The database keeps it encrypted, because each call is signed anew. */
import { webhookLimits } from '@vitrine/contract/automation/taskWebhook.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { fail, found } from '#platform/http/fail.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { newWebhookSecret } from './signature.rules.ts';

type Place = { tenant_id: string; task_id: string };
type Column = 'secret' | 'secret_before';

const placeOf = ({ tenant_id, task_id }: Place, column: Column): string => `${tenant_id}/task_webhook/${task_id}/${column}`;

export type StoredSecrets = { secret: string | null; secret_before: string | null; secret_before_until: string | null };

/** Those that sign now, the newest first; none where nobody has made one. */
export function secretsOf(secrets: Secrets, place: Place, stored: StoredSecrets, now: Date): string[] {
  const { secret, secret_before, secret_before_until } = stored;
  const overlaps = secret_before_until !== null && Date.parse(secret_before_until) > now.getTime();
  return [
    ...(secret === null ? [] : [secrets.decrypt(secret, placeOf(place, 'secret'))]),
    ...(secret_before === null || !overlaps ? [] : [secrets.decrypt(secret_before, placeOf(place, 'secret_before'))]),
  ];
}

export async function makeSecret(ctx: Context, task_id: string): Promise<{ secret: string; secret_before_until: string | null }> {
  const place = { tenant_id: ctx.actor.tenant_id ?? fail('not_found_companies'), task_id };
  const secret = newWebhookSecret();
  const now = ctx.now();
  const until = await ctx.withTenant(async (tx) => {
    const [[task], [stored]] = await tx.run(
      sql`select from task where id = ${task_id} and kind = 'webhook' for update`,
      sql<{ secret: string }>`select secret from task_webhook where task_id = ${task_id} for update`,
    );
    found(task);
    const before = stored && ctx.secrets.decrypt(stored.secret, placeOf(place, 'secret'));
    const kept = before === undefined ? null : ctx.secrets.encrypt(before, placeOf(place, 'secret_before'));
    const ends = kept === null ? null : new Date(now.getTime() + webhookLimits.overlap_hours * 3_600_000);
    await tx.run(sql`
      insert into task_webhook (tenant_id, task_id, secret, secret_made_at, secret_before, secret_before_until)
      values (${ownTenant}, ${task_id}::uuid, ${ctx.secrets.encrypt(secret, placeOf(place, 'secret'))}, ${now}, ${kept}, ${ends})
      on conflict (tenant_id, task_id) do update set secret = excluded.secret, secret_made_at = excluded.secret_made_at,
        secret_before = excluded.secret_before, secret_before_until = excluded.secret_before_until`);
    return ends;
  });
  return { secret, secret_before_until: until?.toISOString() ?? null };
}
