/** `npm run create-operator -- operator@example.com "Full Name"` */
import { cloudAddresses } from '@vitrine/powerbi/addresses.ts';
import { openLog } from '../src/core/log.ts';
import { readSettings } from '../src/core/settings.ts';
import { createOperator } from '../src/createOperator.ts';
import { openServices } from '../src/portal.ts';

const [email = '', ...names] = process.argv.slice(2);
const started: (() => Promise<void>)[] = [];

try {
  const settings = readSettings(process.env);
  const { services } = await openServices(settings, settings.reporting ?? cloudAddresses, openLog('warn'), started);
  console.log(
    `${email} is an operator. The password is chosen here, once, within seven days:\n\n  ${await createOperator(services, { email, name: names.join(' ') })}\n`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const stop of started.toReversed()) await stop();
}
