/** The icon of the portal of a host on somebody's device: the brand's own picture, else the product's drawing in the brand's colours. */
import { createHash } from 'node:crypto';
import type { Theme } from '@vitrine/contract/organisation/branding.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { expiringCache } from '#platform/expiringCache.ts';
import { pictureIn } from '#platform/files/address.ts';
import { parsing } from '#platform/parsing/pool.ts';
import type { drawAppIcon } from './drawAppIcon.ts';
import { themePicture } from './pictures.ts';

export type AppIcon = '192' | '512' | 'maskable';

const painter = { module: new URL('./drawAppIcon.ts', import.meta.url), name: 'drawAppIcon', milliseconds: 10_000 };
const dayMs = 86_400_000;
const iconsKept = 200;

/** The square picture of the brand; the small one of the browser's tab where there is no other. */
const pictureOf = ({ icon, favicon }: Theme): string | null => pictureIn(icon) ?? pictureIn(favicon);

/** What it is drawn from, in a few characters. */
export const appIconVersion = (theme: Theme): string =>
  createHash('sha256')
    .update(JSON.stringify([pictureOf(theme), theme.colours.button, theme.colours.button_font]))
    .digest('base64url')
    .slice(0, 10);

/** Drawn once a day for each brand, however many devices ask. */
export function openAppIcons(now: () => Date): (identity: Scoped, theme: Theme, which: AppIcon) => Promise<Buffer> {
  const kept = expiringCache<Buffer>({ limit: iconsKept, now });
  return (identity, theme, which) =>
    kept(`${appIconVersion(theme)} ${which}`, async () => {
      const id = pictureOf(theme);
      const [stored] = id === null ? [] : await identity.run(themePicture(id));
      const { parts } = await parsing.run<typeof drawAppIcon>(painter, `icon ${id ?? 'product'}`, {
        bytes: new Uint8Array(stored?.bytes ?? []),
        content_type: stored?.content_type ?? null,
        side: which === '192' ? 192 : 512,
        maskable: which === 'maskable',
        colour: theme.colours.button,
        ink: theme.colours.button_font,
      });
      return { value: Buffer.concat(parts), usableUntil: new Date(now().getTime() + dayMs) };
    });
}
