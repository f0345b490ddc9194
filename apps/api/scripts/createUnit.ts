/** `npm run create-unit -- --partner "Partner" --unit "Unit" --host unit.portal.example --email admin@unit.example --name "Full Name"` */
import { parseArgs } from 'node:util';
import { createUnit } from '#createUnit.ts';
import { operateServices } from './operate.ts';

await operateServices(async (services) => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { partner: text, unit: text, host: text, email: text, name: text, language: text, seats: text },
  });
  const { link } = await createUnit(services, values);
  console.log(`${values.unit} is a unit of ${values.partner}, and ${values.email} its administrator.`);
  if (link === null) return console.log('The person had an account already and signs in with its password.');
  const way =
    services.environment.smtp === null
      ? 'writes the invitation into DATA_DIR/outbox, because there is no mail server'
      : 'mails the invitation';
  console.log(`The portal ${way}: now where it is running, otherwise as soon as it is started.`);
  console.log(`The password is chosen here, once, within seven days; the link works without the mail:\n\n  ${link}\n`);
});
