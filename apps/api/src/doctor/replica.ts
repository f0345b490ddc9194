/** The standby that analyses are read from: whether it answers, follows, and how far behind it is. Without it the database answers them. */
import { mostLagSeconds } from '#platform/database/replica.ts';
import { asking } from './database.ts';
import type { Finding } from './finding.ts';
import { message, of } from './finding.ts';

const { well, weak } = of('database');

export async function checkReplica(replicaUrl: string | null): Promise<Finding[]> {
  if (replicaUrl === null) return [];
  try {
    const { rows } = await asking(replicaUrl, (client) =>
      client.query<{ follows: boolean; lag: number | null }>(
        `select pg_is_in_recovery() as follows, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag`,
      ),
    );
    const { follows, lag } = rows[0] ?? { follows: false, lag: null };
    if (!follows)
      return [weak('DATABASE_REPLICA_URL leads to a server that follows no other: name a standby of this database, or leave it out.')];
    if (lag === null) return [weak('The standby has made no change yet: see whether it reaches the database (its log says why not).')];
    const seconds = Math.round(lag);
    if (seconds > mostLagSeconds)
      return [
        weak(`The last change of the standby is ${seconds} s old, so the database answers analyses: see what keeps it from following.`),
      ];
    return [well(`The standby follows; its last change is ${seconds} s old.`)];
  } catch (error) {
    return [
      weak(`The standby does not answer (${message(error)}), so the database answers analyses: correct DATABASE_REPLICA_URL, or start it.`),
    ];
  }
}
