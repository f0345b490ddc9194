import { Button, CloseButton, SegmentedControl } from '@mantine/core';
import type { ReportThread } from '@vitrine/contract/reading/reportComments.ts';
import { add, get, list } from '#endpoints/reading/reportComments.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { useEscape } from '#ui/useEscape.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';
import { CommentForm } from './commentForm.tsx';
import css from './comments.module.css';
import { ThreadView } from './threadView.tsx';
import type { Comments } from './useComments.ts';

/** What is on the screen, which goes along with a new thread. */
export type Scene = { page: string; filters: () => Promise<string[]>; state: () => Promise<string | null> };

const step = 20;
const choices = ['open', 'resolved', 'all'] as const;
type Choice = (typeof choices)[number];
const isOpen = { open: { open: 'true' }, resolved: { open: 'false' }, all: {} } as const;

const focused = (heading: HTMLHeadingElement | null) => heading?.focus({ preventScroll: true });

function Line({ thread, onOpen }: { thread: ReportThread; onOpen: () => void }) {
  const { t } = useTranslation('reportComments');
  const place = [thread.page, ...thread.filters].filter(Boolean).join(' · ');
  return (
    <li>
      <button type="button" className={css.line} onClick={onOpen}>
        <span className={css.head}>
          <strong>{thread.person_name ?? t('gone')}</strong>
          <span className={css.hint}>
            <RelativeTimeCell value={thread.touched_at} />
          </span>
        </span>
        <span className={css.words}>{thread.excerpt}</span>
        <span className={css.hint}>
          {[place, t('answers', { count: thread.comments - 1 }), thread.resolved_at ? t('is_resolved') : ''].filter(Boolean).join(' · ')}
        </span>
      </button>
    </li>
  );
}

function Threads({ reportId, scene, onOpen }: { reportId: string; scene: Scene; onOpen: (thread: string) => void }) {
  const { t } = useTranslation('reportComments');
  const stale = useStale();
  const [choice, setChoice] = useState<Choice>('open');
  const [shown, setShown] = useState(step);
  const { data } = useEndpoint(list, { params: { id: reportId }, query: { ...isOpen[choice], per_page: shown } });
  const open = async (written: { text: string; membership_ids: string[] }) => {
    const [filters, state] = await Promise.all([scene.filters(), scene.state()]);
    const thread = await call(add, { params: { id: reportId }, body: { ...written, page: scene.page, filters, state } });
    await stale(list, get);
    onOpen(thread.id);
  };
  const more = (data?.meta.total ?? 0) > shown && shown < 100;
  return (
    <>
      <CommentForm reportId={reportId} label={t('new')} submit={t('send')} place={scene.page} onSend={open} />
      <SegmentedControl
        aria-label={t('which')}
        size="xs"
        value={choice}
        data={choices.map((value) => ({ value, label: t(`show_${value}`) }))}
        onChange={(value) => setChoice(value)}
      />
      {data?.data.length === 0 ? (
        <p className={css.hint}>
          {t(choice === 'open' ? 'none_open' : 'none')} {choice === 'resolved' ? '' : t('first')}
        </p>
      ) : null}
      <ul className={css.all}>
        {data?.data.map((thread) => (
          <Line key={thread.id} thread={thread} onOpen={() => onOpen(thread.id)} />
        ))}
      </ul>
      {more ? (
        <Button variant="default" size="compact-sm" onClick={() => setShown(shown + step)}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}

/** What readers say to each other about a report, beside it. */
export function CommentsPanel({ reportId, scene, comments }: { reportId: string; scene: Scene; comments: Comments }) {
  const { t } = useTranslation('reportComments');
  useFocusBack();
  useEscape(comments.hide);
  const thread = comments.shown?.thread ?? null;
  return (
    <aside className={css.panel} aria-label={t('title')} data-surface="card">
      <header className={css.head}>
        <h2 tabIndex={-1} ref={focused}>
          {t('title')}
        </h2>
        <CloseButton aria-label={t('close')} onClick={comments.hide} />
      </header>
      {thread === null ? (
        <Threads reportId={reportId} scene={scene} onOpen={comments.show} />
      ) : (
        <ThreadView key={thread} reportId={reportId} threadId={thread} onBack={() => comments.show(null)} />
      )}
    </aside>
  );
}
