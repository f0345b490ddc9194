/** A link with which somebody sets a first password: one use, seven days, and a new one voids those before. */
import type { PublicContext } from '../context.ts';
import { query } from '../database/query.ts';
import { accountMail, mailSenderOf } from '../accountMail.ts';
import { hashToken, newToken } from '../tokens.ts';

const lifeMs = 7 * 24 * 60 * 60_000;

export async function invite(
  ctx: Pick<PublicContext, 'identity' | 'secrets' | 'request' | 'mail' | 'now'>,
  person: { id: string; name: string; email: string; language: string },
): Promise<void> {
  const token = newToken();
  const now = ctx.now();
  await ctx.identity.run(
    query
      .updateTable('one_time_token')
      .set({ used_at: now })
      .where('person_id', '=', person.id)
      .where('purpose', '=', 'invitation')
      .where('used_at', 'is', null),
    query.insertInto('one_time_token').values({
      token_hash: hashToken(token),
      purpose: 'invitation',
      person_id: person.id,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
    }),
  );
  const sender = await mailSenderOf(ctx);
  ctx.mail.sendLater(accountMail('invitation', person, sender, { path: `/new/password/${token}`, values: { days: 7 } }));
}
