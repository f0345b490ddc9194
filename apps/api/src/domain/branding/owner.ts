/** Whose themes a caller manages, and where they are written. */
import type { Context } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail } from '#platform/http/fail.ts';
import type { ThemeOwner } from './publishTheme.ts';

/** The own unit's, the own partner's, or the platform's. */
export function themeOwnerOf({ actor }: Pick<Context, 'actor'>): ThemeOwner {
  if (actor.role === 'operator') return { tenant_id: null, partner_id: null };
  if (actor.role === 'partner') return { tenant_id: null, partner_id: actor.partner_id };
  return { tenant_id: actor.tenant_id ?? fail('not_found_companies'), partner_id: null };
}

export function themeScopeOf(ctx: Context): Scoped {
  if (ctx.actor.role === 'operator') return ctx.operator();
  return ctx.actor.role === 'partner' ? ctx.partner() : ctx;
}
