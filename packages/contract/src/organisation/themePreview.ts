/** What the page of a theme and the preview beside it, a frame with the real pages, say to each other. */
import { z } from 'zod';
import { locale } from '../fields.ts';
import { loginConfiguration } from '../signIn/signIn.ts';

/** The pages that the frame draws, each at an address of its own below this one. */
export const previewPath = '/whitelabels/preview';
export const previewPages = ['sign_in', 'home', 'list', 'report', 'error', 'wall'] as const;
export type PreviewPage = (typeof previewPages)[number];

/** The brand as it is drafted now, and how the person looks at it. */
export const previewed = z.strictObject({
  locale,
  scheme: z.enum(['light', 'dark']),
  look: z.strictObject(loginConfiguration.pick({ title: true, unit_name: true, theme: true, picture: true, sentence: true }).shape),
});
export type Previewed = z.infer<typeof previewed>;

/** The frame listens from now on. */
export const previewReady = 'vitrine-preview-ready';
