/** `npm run create-operator -- operator@example.com "Full Name"` */
import { createOperator } from '#createOperator.ts';
import { operateServices } from './operate.ts';

const [email = '', ...names] = process.argv.slice(2);

await operateServices(async (services) => {
  const link = await createOperator(services, { email, name: names.join(' ') });
  console.log(`${email} is an operator. The password is chosen here, once, within seven days:\n\n  ${link}\n`);
});
