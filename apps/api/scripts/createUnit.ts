/** `npm run create-unit -- --partner "Partner" --unit "Unit" --host unit.portal.example --email admin@unit.example --name "Full Name"` */
import { parseArgs } from 'node:util';
import { createUnit } from '#createUnit.ts';
import { operateServices } from './operate.ts';

await operateServices(async (services) => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { partner: text, unit: text, host: text, email: text, name: text, language: text, seats: text },
  });
  const { link, mailed } = await createUnit(services, values);
  console.log(`${values.unit} is a unit of ${values.partner}, and ${values.email} its administrator.`);
  if (link === null) return console.log('The person had an account already and signs in with its password.');
  const sent =
    services.environment.smtp === null
      ? 'There is no mail server: the invitation is a file in DATA_DIR/outbox.'
      : 'The invitation was mailed.';
  console.log(mailed === null ? sent : `The invitation could not be mailed (${mailed}).`);
  console.log(`The password is chosen here, once, within seven days:\n\n  ${link}\n`);
});
