import type { Context } from '#domain/serving/context.ts';

/** The end of a network address: enough to distinguish two places, too little to locate one. */
export const addressEnd = (ip: string): string =>
  `…${ip.includes(':') ? ip.split(':').slice(-2).join(':') : ip.split('.').slice(-2).join('.')}`;

/** Who, when and from where, as lines of a watermark in a file. The clock is the unit's. */
export function watermarkText({ actor, request, now }: Pick<Context, 'actor' | 'request' | 'now'>): string {
  const at = new Intl.DateTimeFormat('pt-BR', { timeZone: actor.timezone, dateStyle: 'short', timeStyle: 'short' }).format(now());
  return [actor.name, actor.email, `${at.replace(',', '')} · ${addressEnd(request.ip)}`].join('\n');
}
