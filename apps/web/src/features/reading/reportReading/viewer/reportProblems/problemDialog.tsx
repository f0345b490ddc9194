import { Button, Textarea } from '@mantine/core';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { report as tell } from '#endpoints/reading/reportProblems.ts';
import { add } from '#endpoints/support/helpDesk.ts';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { failureOf } from '#platform/failure.ts';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { AttachField, takesFiles, useAttachments } from '#ui/attach/attachField.tsx';
import { TakePicture } from '#ui/attach/takePicture.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from '../panels.module.css';

const Suggestions = onDemand(async () => (await import('#ui/suggestions/suggestions.tsx')).Suggestions, { namespaces: ['helpDesk'] });

/** What is on the screen: page, filters, browser. */
export type Scene = {
  page: string;
  filters: () => Promise<string[]>;
  refreshed_at: string | null;
  load_ms: number | null;
  render_ms: number | null;
  trouble: string;
  /** The view to go back to; null where nothing is shown. */
  state: () => Promise<string | null>;
};

type Props = { report: Pick<OpenedReport, 'id' | 'title'> & { view_id: string | null }; scene: Scene; onClose: () => void };

const browserText = (): string => `${navigator.userAgent}\n${innerWidth}×${innerHeight}`;

/** *Report a problem*: the reader's text, with the state of the screen, which is shown before it is sent. */
export function ProblemDialog({ report, scene, onClose }: Props) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const [description, setDescription] = useState('');
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
  // With a help desk it becomes a ticket, which whoever reports it follows.
  const desk = useConfig()?.enable_helpdesk === true;
  const attachments = useAttachments();
  const [filters, setFilters] = useState<string[]>([]);
  const { page, refreshed_at, load_ms, render_ms } = scene;
  const [details] = useState(() => [scene.trouble, browserText()].filter(Boolean).join('\n').slice(0, 2000));
  useEffect(() => {
    let here = true;
    scene.filters().then(
      (lines) => here && setFilters(lines),
      () => undefined,
    );
    return () => {
      here = false;
    };
    // The state of the screen when the dialog was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const send = async () => {
    setSending(true);
    const seen = { view_id: report.view_id, page, filters, refreshed_at, load_ms, render_ms, details };
    try {
      if (desk) {
        const { number } = await call(add, {
          body: {
            title: t('problem_name', { title: report.title }).slice(0, 120),
            text: description,
            attachment_ids: attachments.files.map(({ id }) => id),
            problem: { report_id: report.id, ...seen, state: await scene.state() },
          },
        });
        toast.success(t('problem_ticket', { number }));
      } else {
        await call(tell, { params: { id: report.id }, body: { description, ...seen } });
        toast.success(t('problem_sent'));
      }
      onClose();
    } catch (failed) {
      const { description: told, text } = failureOf(failed).fields;
      const reason = told ?? text;
      if (reason) setError(reason);
      else toast.failure(failed);
      setSending(false);
    }
  };
  const seconds = (ms: number) => `${formatNumber(ms / 1000, { maximumFractionDigits: 1 })} s`;
  const facts: [string, string][] = [
    [t('page'), page],
    [t('problem_filters'), filters.join('; ')],
    [t('problem_refreshed'), refreshed_at ? formatDateTime(refreshed_at) : ''],
    [
      t('problem_times'),
      [
        load_ms === null ? '' : t('problem_loaded', { time: seconds(load_ms) }),
        render_ms === null ? '' : t('problem_drawn', { time: seconds(render_ms) }),
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [t('problem_details'), details],
  ];
  return (
    <Dialog title={t('problem_title', { title: report.title })} width="36dvw" onClose={onClose}>
      <form
        className={css.form}
        noValidate
        {...(desk ? takesFiles(attachments) : {})}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Textarea
          label={t('problem_what')}
          value={description}
          error={error}
          minRows={4}
          autosize
          maxLength={2000}
          onChange={(event) => {
            setDescription(event.currentTarget.value);
            setError('');
          }}
          data-autofocus
        />
        {desk ? (
          <Suspense fallback={null}>
            <Suggestions text={description} reportId={report.id} onSolved={onClose} />
          </Suspense>
        ) : null}
        {desk ? (
          <AttachField attachments={attachments}>
            <TakePicture attachments={attachments} />
          </AttachField>
        ) : null}
        <p className={css.hint}>{t(desk ? 'problem_to_desk' : 'problem_goes_along')}</p>
        <dl className={css.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={sending} disabled={attachments.busy}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
