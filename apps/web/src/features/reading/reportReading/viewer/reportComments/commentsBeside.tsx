import { onDemand } from '#ui/onDemand.tsx';
import { captured } from '../captured.ts';
import type { ReportViewer } from '../useReportViewer.ts';
import type { Comments } from './useComments.ts';

const CommentsPanel = onDemand(async () => (await import('./commentsPanel.tsx')).CommentsPanel, { namespaces: ['reportComments'] });

/** The comments beside the report, while they are open; what is on the screen goes along with a new one. */
export function CommentsBeside({ viewer: { opened, pages, page, shown }, comments }: { viewer: ReportViewer; comments: Comments | null }) {
  if (!opened || !comments?.shown) return null;
  const scene = {
    page: pages.find(({ name }) => name === page)?.title ?? opened.title,
    filters: async () =>
      (await shown()
        ?.filters()
        .catch(() => [])) ?? [],
    state: () => captured(shown()),
  };
  return <CommentsPanel reportId={opened.id} comments={comments} scene={scene} />;
}
