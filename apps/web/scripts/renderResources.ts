// Writes src/platform/resources.ts from the catalogues of pt-BR: `npm run resources`.
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const catalogues = fileURLToPath(new URL('../../../packages/messages/pt-BR', import.meta.url));
export const resourcesFile: string = fileURLToPath(new URL('../src/platform/resources.ts', import.meta.url));

/** Read by the server alone: their keys are none of the browser's. */
const serverOnly = new Set(['errors', 'fields', 'mail', 'privacyOwnData', 'privacyOwnDataCodes']);

/** The types of all catalogues that screens use, as one TypeScript file. */
export function renderResources(): string {
  const names = readdirSync(catalogues)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => !serverOnly.has(name))
    .sort();
  return `/** Written by \`npm run resources\`: the catalogues with their keys. pt-BR is the type of the other languages. */
${names.map((name) => `import type ${name} from '@vitrine/messages/pt-BR/${name}.json';`).join('\n')}

export type Resources = {
${names.map((name) => `  ${name}: typeof ${name};`).join('\n')}
};

export type Namespace = keyof Resources;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    returnNull: false;
    resources: Resources;
  }
}
`;
}

if (import.meta.main) writeFileSync(resourcesFile, renderResources());
