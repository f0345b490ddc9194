/** What is refused is written down as well, and told to administrators where they can help. */
import type { Asked } from '@vitrine/contract/people/provisioning.ts';
import type { Ask } from './ask.ts';
import type { Kind } from './attributes.ts';
import { logged } from './log.ts';
import { tellSeatsAreFull } from './notice.ts';
import { scimErrorOf } from './scimError.ts';
import type { Json } from './values.ts';
import { isObject } from './values.ts';

type Meant = { kind: Kind; object_id: string | null; name: string; user_name?: string; asked: Asked };

/** Of failures of the portal itself nothing is written: the directory asks again. */
export async function orRefused<T>(ask: Ask, meant: Meant, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = scimErrorOf(error);
    if (refusal.status >= 500) throw error;
    await ask.run(logged(ask, { ...meant, outcome: 'refused', refusal }));
    if (refusal.reason === 'seats_full') await tellSeatsAreFull(ask);
    throw refusal;
  }
}

const textIn = (body: Json | undefined, name: string): string => {
  const value = isObject(body) ? Object.entries(body).find(([key]) => key.toLowerCase() === name)?.[1] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Who or what was meant, as far as it can be read of a body that may be refused. */
export function meantBy(kind: Kind, body: Json | undefined): Pick<Meant, 'name' | 'user_name'> {
  const user_name = kind === 'user' ? textIn(body, 'username') : '';
  return { name: textIn(body, 'displayname') || user_name, user_name };
}
