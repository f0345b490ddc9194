/** Origins of the three services. The local reporting service answers for all three at one origin. */
export type Addresses = { entra: string; powerbi: string; arm: string };

/** Microsoft's public cloud (docs/reference/powerbi.md A0). Sovereign clouds have other origins and other scopes. */
export const cloudAddresses: Addresses = {
  entra: 'https://login.microsoftonline.com',
  powerbi: 'https://api.powerbi.com',
  arm: 'https://management.azure.com',
};

/** OAuth scopes of the client credentials grant (docs/reference/powerbi.md A1). They name the resource, so they stay the same at any address. */
export const scopes = {
  powerbi: 'https://analysis.windows.net/powerbi/api/.default',
  arm: 'https://management.azure.com/.default',
} as const;
