/** Displays and embedded sessions look at reports and do nothing beside them: nobody is known to sit there. */
import type { Context } from '#domain/serving/context.ts';

export const looksOnly = ({ actor: { auth_type } }: { actor: Pick<Context['actor'], 'auth_type'> }): boolean =>
  auth_type === 'playlist' || auth_type === 'embedded';
