/** One thing that provisioning did, or could not do. */
export type ProvisioningLine = {
  at: string;
  /** The person or group that it is about; nobody for the run itself. */
  about: string;
  did: string;
  /** The request that it took, with what was sent; never the token. */
  request?: { method: string; path: string; status: number | null; sent?: unknown; answered?: string } | undefined;
  failed: boolean;
};

const kept = 500;

/** The last lines, oldest first. */
export const createProvisioningLog = (now: () => number) => {
  let lines: ProvisioningLine[] = [];
  return {
    add: (line: Omit<ProvisioningLine, 'at'>): void => {
      lines.push({ at: new Date(now()).toISOString(), ...line });
      if (lines.length > 2 * kept) lines = lines.slice(-kept);
    },
    list: (): ProvisioningLine[] => lines.slice(-kept),
    clear: (): void => {
      lines = [];
    },
  };
};
export type ProvisioningLog = ReturnType<typeof createProvisioningLog>;
