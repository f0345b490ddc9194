/** What the portal speaks with outside: its mail server and the reporting service. */
import { openMail } from '#platform/mail/mail.ts';
import { openLog } from '#platform/log.ts';
import type { Environment } from '#platform/environment.ts';
import type { Finding } from './finding.ts';
import { clockDifference, message, of } from './finding.ts';

const patienceMs = 10_000;

export async function checkMail(environment: Environment): Promise<Finding[]> {
  const { well, weak, ill } = of('mail');
  const { smtp, production, dataDirectory } = environment;
  if (!smtp) {
    const files = `Mails become files in ${dataDirectory}/outbox`;
    return [production ? ill(`${files} and reach nobody: set SMTP_HOST and SMTP_FROM.`) : well(`${files}.`)];
  }
  const server = `${smtp.host}:${smtp.port}`;
  try {
    await openMail(environment, openLog('silent')).check(null);
  } catch (error) {
    return [
      ill(
        `The mail server ${server} does not take our mails (${message(error)}): correct SMTP_HOST, SMTP_PORT, SMTP_PROTOCOL, SMTP_USER and SMTP_PASSWORD.`,
      ),
    ];
  }
  if (smtp.protocol === 'none' && production)
    return [weak(`The mail server ${server} takes our mails, without encryption: set SMTP_PROTOCOL to starttls or tls.`)];
  return [well(`The mail server ${server} takes our mails.`)];
}

/** Any answer proves the way there; who may ask what is a matter of each account (_Power BI accounts → Test_). */
async function reach(name: string, setting: string, address: string): Promise<Finding[]> {
  const { well, ill } = of('reporting service');
  try {
    const asked = Date.now();
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    await response.body?.cancel();
    const difference = clockDifference(new Date(response.headers.get('date') ?? ''), asked, Date.now());
    const reached = well(`${name} answers at ${new URL(address).origin}.`);
    return difference === null
      ? [reached]
      : [
          reached,
          ill(
            `The clock of ${name} is ${difference} the clock of this machine, and tokens are refused by that: set ours by a time server.`,
          ),
        ];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return [
      ill(
        `${name} cannot be reached at ${address} (${message(cause)}): let the machine out to it through firewall and proxy, or correct ${setting}.`,
      ),
    ];
  }
}

export async function checkReporting({ reporting, reportingPort }: Pick<Environment, 'reporting' | 'reportingPort'>): Promise<Finding[]> {
  if (reporting === null) return [of('reporting service').well(`The local one starts with the portal, on port ${reportingPort}.`)];
  const all = await Promise.all([
    reach('Entra', 'ENTRA_URL', `${reporting.entra}/common/v2.0/.well-known/openid-configuration`),
    reach('Power BI', 'POWERBI_URL', reporting.powerbi),
    reach('Azure', 'ARM_URL', reporting.arm),
  ]);
  return all.flat();
}
