/** `node packages/embed/example/main.ts`: the example beside a portal that runs. What it needs stands in its environment. */
import { argv, env, exit } from 'node:process';
import { openSite, signedToken } from './site.ts';

const names = ['VITRINE_SECRET', 'VITRINE_UNIT', 'VITRINE_REPORT', 'VITRINE_READER'] as const;
const missing = names.filter((name) => !env[name]);
if (missing.length > 0) {
  console.error(`Set ${missing.join(', ')}: they are told in the settings of the unit, “Incorporação em outros sites”.`);
  exit(1);
}
const [secret = '', iss, report, sub] = names.map((name) => env[name]);
const port = Number(argv[2] ?? 4700);
const origin = `http://127.0.0.1:${port}`;
const token = () => signedToken({ secret, claims: { iss, sub, origin, reports: [report] } });
await openSite({ portal: env.VITRINE_PORTAL ?? 'http://localhost:4000', port, token });
console.log(`The example stands at ${origin}`);
