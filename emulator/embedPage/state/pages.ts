import type { IPage, IReportBookmark, IVisual } from 'powerbi-models';
import type { PageDefinition, ReportDefinition } from '../../definitions/report.ts';
import { authoredBookmark, encodeState } from '../../visuals/view/bookmarks.ts';
import { hasPhoneLayout, pageLayout } from '../../visuals/view/layout.ts';
import { displayOption } from '../../visuals/view/settings.ts';
import type { Settings } from '../../visuals/view/settings.ts';

const customSize = 4;
const mobileSize = 5;

/** The page in the shape that the client hands to the host. */
export function pageShape(page: PageDefinition, active: boolean): IPage {
  return {
    name: page.name,
    displayName: page.display_name,
    isActive: active,
    visibility: page.hidden ? 1 : 0,
    defaultSize: { type: page.width === 1280 && page.height === 720 ? 0 : customSize, width: page.width, height: page.height },
    ...(hasPhoneLayout(page) && { mobileSize: { type: mobileSize, width: page.mobile_width, height: page.mobile_height } }),
    defaultDisplayOption: displayOption.fitToPage,
  };
}

export function visualShapes(page: PageDefinition, settings: Settings): IVisual[] {
  const { placed } = pageLayout(page, settings);
  return page.visuals.map((visual) => {
    const place = placed.find((one) => one.visual.name === visual.name);
    const { x, y, z = 0, width, height } = place?.box ?? visual.layout;
    return {
      name: visual.name,
      title: visual.title,
      type: visual.type,
      layout: { x, y, z, width, height, displayState: { mode: place ? 0 : 1 } },
      ...(visual.mobile_layout && { mobilePortraitLayout: { z: 0, ...visual.mobile_layout } }),
    };
  });
}

export function bookmarkShapes(report: ReportDefinition): IReportBookmark[] {
  return report.bookmarks.map(({ name, display_name }) => {
    const view = authoredBookmark(report, name);
    return { name, displayName: display_name, ...(view && { state: encodeState(view) }) };
  });
}
