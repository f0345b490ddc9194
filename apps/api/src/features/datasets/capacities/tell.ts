/** Notices to administrators about what became of a capacity; who asked for it has seen it begin. */
import type { WorkKind } from '@vitrine/contract/datasets/capacities.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import type { Scoped } from '#platform/database/scoped.ts';

type Told = { capacity_id: string; capacity: string; kind: WorkKind; ended: 'done' | 'failed' | 'refused'; asked_by: string | null };

const kinds = { resume: 'capacity_resumed', pause: 'capacity_stopped', scale: 'capacity_scaled' } as const;

/** A failure is told to the asker as well. */
export async function tellEnd(
  ctx: Pick<Scoped, 'run'>,
  tenant_id: string,
  { capacity_id, capacity, kind, ended, asked_by }: Told,
): Promise<void> {
  const person_ids = (await ctx.run(unitAdministrators)).map(({ person_id }) => person_id);
  const isDone = ended === 'done';
  const notice = {
    person_ids: isDone ? person_ids.filter((id) => id !== asked_by) : person_ids,
    kind: isDone ? kinds[kind] : ('capacity_failed' as const),
    values: { capacity },
    link: `/powerbi/resources/${capacity_id}?tab=history`,
  };
  for (const statement of notify(tenant_id, notice)) await ctx.run(statement);
}
