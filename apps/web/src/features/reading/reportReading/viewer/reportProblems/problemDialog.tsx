import { Button, Textarea } from '@mantine/core';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { report as tell } from '#endpoints/reading/reportProblems.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from '../panels.module.css';

/** What is on the screen: page, filters, browser. */
export type Scene = {
  page: string;
  filters: () => Promise<string[]>;
  refreshed_at: string | null;
  load_ms: number | null;
  render_ms: number | null;
  trouble: string;
};

type Props = { report: Pick<OpenedReport, 'id' | 'title'> & { view_id: string | null }; scene: Scene; onClose: () => void };

const browserText = (): string => `${navigator.userAgent}\n${innerWidth}×${innerHeight}`;

/** *Report a problem*: the reader's text, with the state of the screen, which is shown before it is sent. */
export function ProblemDialog({ report, scene, onClose }: Props) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const [description, setDescription] = useState('');
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
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
    const body = { description, view_id: report.view_id, page, filters, refreshed_at, load_ms, render_ms, details };
    try {
      await call(tell, { params: { id: report.id }, body });
      toast.success(t('problem_sent'));
      onClose();
    } catch (failed) {
      const { description: reason } = failureOf(failed).fields;
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
        <p className={css.hint}>{t('problem_goes_along')}</p>
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
          <Button type="submit" loading={sending}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
