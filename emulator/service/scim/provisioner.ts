import type { ServiceClock } from '../clock.ts';
import type { Directory } from '../directory/directory.ts';
import { createProvisioningLog } from './log.ts';
import { provision, testConnection } from './run.ts';
import type { ProvisioningSettings } from './records.ts';

const lookMs = 5_000;

export type ProvisionerParts = { clock: ServiceClock; directory: Directory; save: () => void; onFailure: (error: Error) => void };

/** Provisions the people and groups of the directory: when it is told to, and by itself every few minutes of the service's clock. */
export const createProvisioner = ({ clock, directory, save, onFailure }: ProvisionerParts) => {
  const log = createProvisioningLog(clock.now);
  let current: Promise<boolean> | undefined;

  const work = async (): Promise<boolean> => {
    directory.provisioning.last_run_at_ms = clock.now();
    try {
      return await provision(directory, log, clock.now());
    } finally {
      save();
    }
  };

  /** One run at a time: who asks during one gets that one. */
  const run = (): Promise<boolean> => {
    current ??= work().finally(() => {
      current = undefined;
    });
    return current;
  };

  const isDue = (): boolean => {
    const { settings, last_run_at_ms = 0 } = directory.provisioning;
    return settings?.running === true && clock.now() - last_run_at_ms >= settings.every_minutes * 60_000;
  };

  const timer = setInterval(() => {
    if (current === undefined && isDue())
      run().catch((error: unknown) => onFailure(error instanceof Error ? error : new Error(String(error))));
  }, lookMs);
  timer.unref();

  return {
    log,
    run,
    isRunning: (): boolean => current !== undefined,
    test: (): Promise<boolean> => testConnection(directory.provisioning, log),
    /** Another application, or none, is told everything from the beginning. */
    configure: (settings: ProvisioningSettings | undefined): void => {
      const { provisioning } = directory;
      const isOther = settings?.address !== provisioning.settings?.address || settings?.dialect !== provisioning.settings?.dialect;
      Object.assign(provisioning, { settings }, isOther && { people: {}, groups: {}, last_run_at_ms: undefined });
    },
    close: async (): Promise<void> => {
      clearInterval(timer);
      await current;
    },
  };
};
export type Provisioner = ReturnType<typeof createProvisioner>;
