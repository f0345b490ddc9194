import * as contract from '@vitrine/contract/features/datasetRefresh.ts';
import type { Report } from '@vitrine/contract/features/reports.ts';
import { afterEach } from 'vitest';
import type { Browser } from './browser.ts';
import { openPublishingWorld, publish } from './publishing.ts';

export const minutes = (count: number) => count * 60_000;

export const params = ({ id }: { id: string }) => ({ params: { id } });

/** The report with its schedule, its next runs and its history, as administrators see it. */
export const refreshesOf = (admin: Browser, report: Report) => admin.call(contract.get, params(report));

/** A world for tests of dataset refresh. The service has one copy of each data set: what runs there ends before the next test. */
export async function openRefreshWorld() {
  const { world, service } = await openPublishingWorld();
  afterEach(() => service.clock.advance(minutes(30)));

  /** A unit in São Paulo with a report of its own, at this time if it matters. */
  async function scene(at?: string) {
    if (at) world.setTime(new Date(at));
    const unit = await world.unit({ settings: { timezone: 'America/Sao_Paulo' } });
    const administrator = await unit.person('admin');
    const admin = await world.signIn(administrator);
    const report = await publish(admin);
    return { unit, admin, administrator, report };
  }

  /** Lets everything that runs at the service end, and the portal ask about it. */
  async function letItEnd(): Promise<void> {
    service.clock.advance(minutes(30));
    world.setTime(new Date(Date.now() + minutes(1)));
    await world.runJobs();
    world.setTime(null);
  }

  return { world, service, scene, letItEnd };
}
