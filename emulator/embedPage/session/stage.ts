import type { PageDefinition } from '../../definitions/report.ts';
import type { Theme } from '../../visuals/theme/theme.ts';
import type { PageLayout } from '../../visuals/view/layout.ts';
import type { Frame } from '../chrome/frame.ts';
import type { Cover } from '../chrome/overlay.ts';
import type { LoadedReport, Session } from './session.ts';

/** The document around the report, as a session uses it. */
export type Stage = {
  /** Fits the canvas into the room that is there. */
  fit: () => void;
  drawBars: (session: Session, report: LoadedReport) => void;
  askCopyName: (name: string) => Promise<string | undefined>;
  /** Hides the report behind a notice; undefined shows it again. */
  cover: (cover: Cover | undefined) => void;
  /** A new load: what was there is gone. */
  begin: (session: Session, theme: Theme) => void;
  /** Puts bars, tabs, panes and frames where the settings want them. */
  arrange: (session: Session, report: LoadedReport, page: PageDefinition, layout: PageLayout, theme: Theme) => Map<string, Frame>;
  /** Once everything is drawn. */
  settled: () => void;
  /** Starts or ends the presentation of bookmarks. */
  present: (on: boolean) => void;
  closeOverlays: () => void;
};
