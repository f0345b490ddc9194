import type { Context } from '#domain/serving/context.ts';

/** The end of a network address: enough to distinguish two places, too little to locate one. */
export const addressEnd = (ip: string): string =>
  `…${ip.includes(':') ? ip.split(':').slice(-2).join(':') : ip.split('.').slice(-2).join('.')}`;

const momentIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(',', '');

/** Who, when and from where, as lines of a watermark in a file. The clock is the unit's. */
export const watermarkText = ({ actor, request, now }: Pick<Context, 'actor' | 'request' | 'now'>): string =>
  [actor.name, actor.email, `${momentIn(actor.timezone, now())} · ${addressEnd(request.ip)}`].join('\n');

/** The same for a file that is mailed, which nobody asked for from anywhere. */
export const watermarkOfMail = ({ name, email }: { name: string; email: string }, timezone: string, now: Date): string =>
  [name, email, momentIn(timezone, now)].join('\n');
