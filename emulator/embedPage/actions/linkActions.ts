import type { VisualDefinition } from '../../definitions/report.ts';
import { bookmarkedView } from '../../visuals/view/openingView.ts';
import type { LinkActions } from '../session/actions.ts';
import { emit } from '../session/app.ts';
import type { App } from '../session/app.ts';
import { selectionEvent } from '../session/selectionEvent.ts';
import { activePage } from '../session/session.ts';

/** HyperlinkClickBehavior of powerbi-models. */
const hyperlinkClick = { navigate: 0, raiseEvent: 2 };

/** What leads somewhere else: buttons, addresses in the data, tiles. */
export function createLinkActions(app: () => App): LinkActions {
  return {
    press({ name, title, action }: VisualDefinition): void {
      const report = app().session?.report;
      if (!report) return;
      const isBookmark = action?.kind === 'bookmark';
      const type = isBookmark ? 'Bookmark' : action ? 'PageNavigation' : 'Blank';
      emit(app(), 'buttonClicked', { id: name, title, type, ...(isBookmark && { bookmark: action.target }) });
      const view = isBookmark ? bookmarkedView(report.source.report, report.view, { name: action.target }) : undefined;
      if (view && action) app().actions.applyView(view, action.target);
      else if (action?.kind === 'page') app().actions.setPage(action.target);
    },

    followLink(visual: VisualDefinition, url: string): boolean {
      const { session } = app();
      if (!session?.report) return false;
      const behavior: number = session.settings.hyperlinkClickBehavior ?? hyperlinkClick.navigate;
      if (behavior !== hyperlinkClick.navigate) {
        const { report, page, visual: place } = selectionEvent(session.report.source.report, activePage(session.report), visual, []);
        emit(app(), 'dataHyperlinkClicked', { url, report, page, visual: place });
      }
      return behavior !== hyperlinkClick.raiseEvent;
    },

    followTile(visual: string): void {
      const { session } = app();
      const tile = session?.report?.tiles.find((one) => one.visual === visual);
      if (!session || !tile) return;
      const { report_id, report_page, workspace_id, id } = tile;
      const { origin } = window.location;
      emit(app(), 'tileClicked', {
        reportEmbedUrl: `${origin}/reportEmbed?reportId=${report_id}&groupId=${workspace_id}`,
        navigationUrl: `${origin}/groups/${workspace_id}/reports/${report_id}/${report_page}`,
        pageName: report_page,
        dashboardId: session.config.id,
        tileId: id,
      });
    },
  };
}
