/** How a report is laid out (docs/reference/product-rules.md 12): as made from 768 px on; below by its phone layout, else to the width. */
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';

type Orientation = OpenedReport['settings']['orientation'];

/** `fit_width` is the page as made, fitted to the width of a phone. */
export type Layout = 'as_made' | PhoneLayout | 'fit_width';
export type PhoneLayout = 'phone_portrait' | 'phone_landscape';

export const isPhoneLayout = (layout: Layout): layout is PhoneLayout => layout === 'phone_portrait' || layout === 'phone_landscape';

/** The layout to open with. A phone layout has to be checked: pages need not have one. */
export function openingLayout(device: { phone: boolean; portrait: boolean }, orientation: Orientation): Layout {
  if (!device.phone) return 'as_made';
  if (orientation === 'landscape') return 'fit_width';
  return orientation === 'portrait' || device.portrait ? 'phone_portrait' : 'phone_landscape';
}

/** The layout after the device was rotated; null when nothing changes. Only the layout is switched; the report is not loaded again. */
export function turnedLayout(current: Layout, portrait: boolean, orientation: Orientation): PhoneLayout | null {
  if (orientation !== 'auto' || !isPhoneLayout(current)) return null;
  const next = portrait ? 'phone_portrait' : 'phone_landscape';
  return next === current ? null : next;
}
