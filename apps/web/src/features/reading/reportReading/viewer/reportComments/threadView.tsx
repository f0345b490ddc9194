import { Button, Textarea } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReportComment, WholeThread } from '@vitrine/contract/reading/reportComments.ts';
import { edit, get, list, remove, reply, resolve } from '#endpoints/reading/reportComments.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { CommentForm } from './commentForm.tsx';
import css from './comments.module.css';

type Act = (what: () => Promise<unknown>) => Promise<void>;

type SaidProps = {
  said: ReportComment;
  act: Act;
  place: { id: string; thread_id: string };
  /** Of the last one, with which the thread goes. */
  onRemoved: (() => void) | undefined;
};

/** One comment, or while one changes it, the field for its words. */
function Said({ said, act, place, onRemoved }: SaidProps) {
  const { t } = useTranslation(['reportComments', 'ui']);
  const [draft, setDraft] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const params = { ...place, comment_id: said.id };
  const save = () =>
    act(async () => {
      await call(edit, { params, body: { text: draft ?? '' } });
      setDraft(null);
    });
  return (
    <li className={css.said}>
      <header>
        <strong>{said.person_name ?? t('gone')}</strong>
        <span className={css.hint}>
          <RelativeTimeCell value={said.created_at} />
          {said.edited_at ? ` · ${t('edited')}` : ''}
        </span>
      </header>
      {draft === null ? (
        <p className={css.words}>{said.text}</p>
      ) : (
        <Textarea
          label={t('write')}
          value={draft}
          maxLength={2000}
          autosize
          minRows={2}
          data-autofocus
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
      {said.mentions.length > 0 ? <p className={css.hint}>{t('told', { people: said.mentions.join(', ') })}</p> : null}
      <div className={css.acts}>
        {draft === null ? (
          <>
            {said.can.edit ? (
              <Button variant="subtle" size="compact-xs" onClick={() => setDraft(said.text)}>
                {t('edit')}
              </Button>
            ) : null}
            {said.can.remove ? (
              <Button variant="subtle" size="compact-xs" onClick={() => setRemoving(true)}>
                {t('remove')}
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button variant="default" size="compact-xs" onClick={() => setDraft(null)}>
              {t('ui:cancel')}
            </Button>
            <Button size="compact-xs" disabled={draft.trim() === ''} onClick={() => void save()}>
              {t('save')}
            </Button>
          </>
        )}
      </div>
      {removing ? (
        <ConfirmDialog
          title={t('remove_title')}
          text={onRemoved ? t('remove_last') : said.text}
          confirm={t('remove')}
          danger
          onConfirm={async () => {
            await call(remove, { params });
            onRemoved?.();
            await act(() => Promise.resolve());
          }}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </li>
  );
}

function About({ reportId, thread }: { reportId: string; thread: WholeThread }) {
  const { t } = useTranslation('reportComments');
  const { id, page, filters, view_id } = thread;
  return (
    <div className={css.about}>
      <p>{[page, ...filters].filter(Boolean).join(' · ') || t('without_place')}</p>
      {view_id ? <Link to={`/${reportId}/reports/view?view=${view_id}&comments=${id}`}>{t('go')}</Link> : null}
    </div>
  );
}

/** One thread with its comments. It closes when its last comment is gone. */
export function ThreadView({ reportId, threadId, onBack }: { reportId: string; threadId: string; onBack: () => void }) {
  const { t } = useTranslation('reportComments');
  const stale = useStale();
  const place = { id: reportId, thread_id: threadId };
  const { data, error } = useEndpoint(get, { params: place });
  const act: Act = async (what) => {
    try {
      await what();
      await stale(list, get);
    } catch (failed) {
      toast.failure(failed);
    }
  };
  const back = (
    <Button variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={14} />} onClick={onBack}>
      {t('back')}
    </Button>
  );
  if (error || !data)
    return (
      <div>
        {back}
        {error ? <p className={css.hint}>{t('thread_gone')}</p> : null}
      </div>
    );
  const resolved = data.resolved_at !== null;
  return (
    <section className={css.thread} aria-label={t('opened', { person: data.person_name ?? t('gone') })}>
      {back}
      <About reportId={reportId} thread={data} />
      <ol className={css.all}>
        {data.said.map((said) => (
          <Said key={said.id} said={said} place={place} act={act} onRemoved={data.said.length === 1 ? onBack : undefined} />
        ))}
      </ol>
      {resolved ? <p className={css.hint}>{t('resolved_by', { person: data.resolved_name ?? t('gone') })}</p> : null}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void act(() => call(resolve, { params: place, body: { resolved: !resolved } }))}
      >
        {t(resolved ? 'reopen' : 'resolve')}
      </Button>
      <CommentForm
        reportId={reportId}
        label={t('reply')}
        submit={t('answer')}
        onSend={(body) => call(reply, { params: place, body }).then(() => stale(list, get))}
      />
    </section>
  );
}
