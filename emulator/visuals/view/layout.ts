import type { ICustomPageSize } from 'powerbi-models';
import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import { displayOption, layoutType } from './settings.ts';
import type { Settings } from './settings.ts';

export type Box = { x: number; y: number; width: number; height: number; z: number };
type Placed = { visual: VisualDefinition; box: Box };
export type PageLayout = {
  width: number;
  height: number;
  display: 0 | 1 | 2;
  placed: Placed[];
  /** On a phone panes and bars are hidden. */
  phone: boolean;
};

const hiddenMode = 1;

export function hasPhoneLayout(page: PageDefinition): boolean {
  return page.visuals.some((visual) => visual.mobile_layout);
}

const box = (layout: { x: number; y: number; width: number; height: number; z?: number }): Box => ({ z: 0, ...layout });

/** Standard page sizes of powerbi-models' PageSizeType; custom ones bring their own. */
const pageSizes: Record<number, { width: number; height: number }> = {
  0: { width: 1280, height: 720 },
  1: { width: 960, height: 720 },
  2: { width: 296, height: 592 },
  3: { width: 816, height: 1056 },
  5: { width: 324, height: 568 },
};

const positive = (value: unknown): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);

function customLayout(page: PageDefinition, settings: Settings): PageLayout {
  const custom = settings.customLayout;
  const size: ICustomPageSize | undefined = custom?.pageSize;
  const standard = pageSizes[custom?.pageSize?.type ?? -1];
  const own = custom?.pagesLayout?.[page.name];
  const placed = page.visuals.flatMap((visual) => {
    const layout = { ...own?.defaultLayout, ...own?.visualsLayout[visual.name] };
    const mode = layout.displayState?.mode ?? (visual.hidden ? hiddenMode : 0);
    if (mode === hiddenMode) return [];
    return [
      {
        visual,
        box: {
          x: layout.x ?? visual.layout.x,
          y: layout.y ?? visual.layout.y,
          z: layout.z ?? visual.layout.z ?? 0,
          width: positive(layout.width) ?? visual.layout.width,
          height: positive(layout.height) ?? visual.layout.height,
        },
      },
    ];
  });
  return {
    width: standard?.width ?? positive(size?.width) ?? page.width,
    height: standard?.height ?? positive(size?.height) ?? page.height,
    display: custom?.displayOption ?? displayOption.fitToPage,
    placed,
    phone: false,
  };
}

/** Where each visible visual of a page stands, and on which canvas. */
export function pageLayout(page: PageDefinition, settings: Settings): PageLayout {
  if (settings.layoutType === layoutType.custom) return customLayout(page, settings);
  const visible = page.visuals.filter((visual) => !visual.hidden);
  const phone = settings.layoutType === layoutType.mobilePortrait || settings.layoutType === layoutType.mobileLandscape;
  if (settings.layoutType === layoutType.mobilePortrait && hasPhoneLayout(page)) {
    return {
      width: page.mobile_width,
      height: page.mobile_height,
      display: displayOption.fitToWidth,
      placed: visible.flatMap((visual) => (visual.mobile_layout ? [{ visual, box: box(visual.mobile_layout) }] : [])),
      phone,
    };
  }
  return {
    width: page.width,
    height: page.height,
    display: displayOption.fitToPage,
    placed: visible.map((visual) => ({ visual, box: box(visual.layout) })),
    phone,
  };
}

/** The factor from canvas units to pixels for the room that is there. */
export function canvasScale(layout: PageLayout, room: { width: number; height: number }, zoom: number): number {
  const byWidth = room.width / layout.width;
  const fit = layout.display === displayOption.fitToWidth ? byWidth : Math.min(byWidth, room.height / layout.height);
  const scale = (layout.display === displayOption.actualSize ? 1 : fit) * zoom;
  return Number.isFinite(scale) && scale > 0.05 ? scale : 0.05;
}
