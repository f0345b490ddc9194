/**
 * The directory and application that the local service knows by itself. Public on purpose, worth nothing anywhere
 * else: a service bound to more than this machine is started with credentials of its own.
 */
export type Application = {
  tenant_id: string;
  client_id: string;
  client_secret: string;
  /** Of the service principal ("Enterprise application"), which is what workspaces list as a member. */
  object_id: string;
  display_name: string;
  /** Certificates or public keys (PEM) that client assertions may be signed with. */
  certificates?: string[];
  /** An administrator has agreed for everybody: nobody is asked what the application may know. */
  agreed_for_everybody?: boolean;
  /** Where people may be sent back to, beside addresses on this machine. */
  redirect_uris?: string[];
};

export const demoApplication: Application = {
  tenant_id: '3f6d1a52-8c1b-4e0e-9a57-1d2c7b5e4a10',
  client_id: '7b0c9d64-2f35-4a8e-b6c1-50e9f1a3d7c2',
  client_secret: 'vitrine-local-secret',
  object_id: 'c41e7f08-95ad-4d3b-8e62-0a7b6c5d4e31',
  display_name: 'Vitrine (local)',
};

/** With what the local directory provisions people of the demo by SCIM. As public as the secret above. */
export const demoProvisioning = { token: 'vitrine_scim_0199a000000070008000000000000023_local-directory-of-the-demo-worth-nothing-0' };

/** A group of the local directory to which the demo gives something. */
export const demoOperations = { id: '8e40b7d2-6a15-4f93-b0c8-000000000001', name: 'Serra - Operação' };

/** Where the capacities of the local service live in its imitation of Azure. */
export const demoSubscription = {
  subscription_id: 'd58f2c16-7e49-4b0a-a3d5-6c1e9f8b2047',
  resource_group: 'vitrine',
  location: 'brazilsouth',
};
