import type { ReportDefinition } from '../../definitions/report.ts';
import type { EditActions, Drawing } from '../session/actions.ts';
import { emit } from '../session/app.ts';
import type { App } from '../session/app.ts';
import { attempt, change as changeDefinition, save, saveAs, undo } from '../session/keepReport.ts';
import type { Session } from '../session/session.ts';

/** Changing the report itself, and keeping it. */
export function createEditActions(app: () => App, { redraw, change }: Drawing): EditActions {
  return {
    setMode(mode: Session['mode']): void {
      const { session } = app();
      if (!session || session.mode === mode) return;
      session.mode = mode;
      change((view) => ({ ...view, selection: undefined }));
    },

    edit(update: (report: ReportDefinition) => ReportDefinition): void {
      const report = app().session?.report;
      if (!report) return;
      changeDefinition(report, update(report.source.report));
      redraw();
    },

    undo(): void {
      const report = app().session?.report;
      if (!report) return;
      undo(report);
      redraw();
    },

    async keep(copyName?: string): Promise<void> {
      const { session } = app();
      const report = session?.report;
      if (!session || !report) return;
      await attempt(app(), session, () =>
        copyName === undefined ? save(app(), session, report) : saveAs(app(), session, report, copyName),
      );
      app().actions.showEditing();
    },

    async askCopy(): Promise<void> {
      const { session } = app();
      if (!session?.report) return;
      if (session.settings.useCustomSaveAsDialog) {
        emit(app(), 'saveAsTriggered');
        return;
      }
      const name = await app().stage.askCopyName(session.report.source.report.name);
      if (name !== undefined) await app().actions.keep(name);
    },

    showEditing(): void {
      const { session } = app();
      if (session?.report) app().stage.drawBars(session, session.report);
    },
  };
}
