/** The keys by which push services know this portal. */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { PushKeys } from '#platform/push/sendPush.ts';
import { newPushKeys } from '#platform/push/sendPush.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

const place = 'platform/push_key/private_key';
const stored = sql<PushKeys>`select public_key, private_key from push_key`;

/** Null while nobody has asked for them. */
export async function readPushKeys(identity: Pick<Scoped, 'run'>, secrets: Secrets): Promise<PushKeys | null> {
  const [keys] = await identity.run(stored);
  return keys ? { ...keys, private_key: secrets.decrypt(keys.private_key, place) } : null;
}

/** Made by whoever asks first; of two at once, one pair is kept. */
export async function publicPushKey(identity: Pick<Scoped, 'run'>, secrets: Secrets): Promise<string> {
  const [known] = await identity.run(stored);
  if (known) return known.public_key;
  const { public_key, private_key } = newPushKeys();
  await identity.run(
    sql`insert into push_key (public_key, private_key) values (${public_key}, ${secrets.encrypt(private_key, place)}) on conflict do nothing`,
  );
  const [kept] = await identity.run(stored);
  return kept ? kept.public_key : public_key;
}
