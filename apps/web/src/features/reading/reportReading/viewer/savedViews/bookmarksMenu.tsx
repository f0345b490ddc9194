import { IconBookmark, IconBookmarkPlus, IconPencil } from '@tabler/icons-react';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { bookmarks } from '#endpoints/reading/savedViews.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { BarButton } from '../barButton.tsx';

const NewBookmark = onDemand(async () => (await import('./newBookmark.tsx')).NewBookmark);
const BookmarksPanel = onDemand(async () => (await import('./bookmarksPanel.tsx')).BookmarksPanel);

type Props = { opened: OpenedReport; shown: () => EmbeddedReport | null; ready: boolean; pageTitle: string };

/** The reader's own bookmarks and the author's; a new one stores the current state. */
export function BookmarksMenu({ opened, shown, ready, pageTitle }: Props) {
  const { t } = useTranslation('reportReading');
  const [open, setOpen] = useState<'new' | 'panel' | null>(null);
  const own = useEndpoint(bookmarks, { params: { id: opened.id } }, { enabled: ready });
  const authors = useQuery({
    queryKey: ['author bookmarks', opened.view_id],
    queryFn: async () => (await shown()?.authorBookmarks()) ?? [],
    enabled: ready,
    retry: false,
  });
  const apply = (act: (report: EmbeddedReport) => Promise<void>) => () => {
    const report = shown();
    if (report) act(report).catch(() => toast.warning(t('action_failed')));
  };
  const kept = own.data?.data ?? [];
  const entries: MenuEntry[] = [
    { label: t('bookmark_add'), icon: <IconBookmarkPlus size={16} stroke={1.6} />, disabled: !ready, run: () => setOpen('new') },
    ...(kept.length > 0 ? [{ heading: t('bookmarks_own') }] : []),
    ...kept.map(({ name, state }) => ({ label: name, run: apply((report) => report.apply(state)) })),
    ...(authors.data && authors.data.length > 0 ? [{ heading: t('bookmarks_author') }] : []),
    ...(authors.data ?? []).map(({ name, title }) => ({ label: title, run: apply((report) => report.applyAuthorBookmark(name)) })),
    ...(kept.length > 0
      ? ['divider' as const, { label: t('bookmarks_manage'), icon: <IconPencil size={16} stroke={1.6} />, run: () => setOpen('panel') }]
      : []),
  ];
  const close = () => setOpen(null);
  return (
    <>
      <MenuButton
        label={t('bookmarks')}
        entries={entries}
        renderTarget={(props) => (
          <BarButton {...props} icon={<IconBookmark size={18} stroke={1.6} aria-hidden="true" />} label={t('bookmarks')} />
        )}
      />
      <Suspense fallback={null}>
        {open === 'new' ? <NewBookmark reportId={opened.id} shown={shown} pageTitle={pageTitle} onClose={close} /> : null}
        {open === 'panel' ? <BookmarksPanel reportId={opened.id} bookmarks={kept} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
