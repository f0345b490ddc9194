/** A dry run of access rules: which sign-ins of the last 30 days they would have refused. Nothing is saved. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';

type SignIn = {
  id: string;
  name: string;
  email: string;
  role: string;
  ip: string | null;
  at: string;
  membership_id: string;
  ip_exempt: boolean;
};
type Stopped = { id: string; name: string; email: string; times: number; last: string; ip: string | null };

const days = 30;
const readAtMost = 20_000;
const shownAtMost = 100;

/** Of members only, because a unit's rules do not apply to partner staff. */
const signIns = ({ now }: Context) => sql<SignIn>`
  select p.id, p.name, p.email, m.role, host(a.ip) as ip, a.at, m.id as membership_id, m.ip_exempt
  from audit_log a join membership m on m.person_id = a.person_id join person p on p.id = a.person_id
  where a.action = 'session.sign_in' and a.at > ${new Date(now().getTime() - days * 86_400_000)} and m.state = 'active'
  order by a.at desc limit ${sql.lit(readAtMost)}`;

/** `isStopped` decides about one sign-in. */
export async function dryRun(ctx: Context, isStopped: (signIn: SignIn) => boolean): Promise<{ sign_ins: number; people: Stopped[] }> {
  const all = await ctx.run(signIns(ctx));
  const people = new Map<string, Stopped>();
  for (const signIn of all) {
    if (!isStopped(signIn)) continue;
    const { id, name, email, at, ip } = signIn;
    const known = people.get(id);
    if (known) known.times++;
    else people.set(id, { id, name, email, times: 1, last: at, ip });
  }
  return { sign_ins: all.length, people: [...people.values()].slice(0, shownAtMost) };
}
