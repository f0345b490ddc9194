/** Whether the workspaces of data sets are on a capacity, which decides how often a day they may be refreshed. */
import type { Services } from '#domain/serving/context.ts';
import { Failure } from '#platform/http/fail.ts';
import type { Dataset } from '#domain/refreshing/rows.ts';

export type Placed = Pick<Dataset, 'account' | 'dataset_workspace_id'>;
/** Null where the service does not say. */
export type Placement = (dataset: Placed) => boolean | null;

/** As the service says it now. While it does not answer nobody refreshes anything, and what was known last is good enough to be shown. */
export async function placementOf({ reporting }: Pick<Services, 'reporting'>, datasets: readonly Placed[]): Promise<Placement> {
  const accounts = new Map(datasets.map(({ account }) => [account.id, account]));
  const placements = await Promise.all(
    [...accounts.values()].map(async (account) => {
      try {
        return [account.id, await reporting.placements(account)] as const;
      } catch (error) {
        if (error instanceof Failure) return [account.id, null] as const;
        throw error;
      }
    }),
  );
  const known = new Map(placements);
  return ({ account, dataset_workspace_id }) => known.get(account.id)?.get(dataset_workspace_id) ?? null;
}
