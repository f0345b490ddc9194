/** Where the portal of this run is; `playwright.config.ts` starts it. */

const setting = (name: 'E2E_PORT' | 'E2E_DATA'): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by playwright.config.ts`);
  return value;
};

const port = Number(setting('E2E_PORT'));
export const dataDirectory = setting('E2E_DATA');

/** The platform's own site, where everybody may sign in. */
export const origin = `http://localhost:${port}`;
/** The site of a unit or partner; browsers find every `*.localhost` on this machine. */
export const siteOrigin = (host: string): string => `http://${host}:${port}`;
/** The local reporting service, which the portal starts beside itself. */
export const reportingOrigin = `http://127.0.0.1:${port + 1}`;
