import { Button, TextInput } from '@mantine/core';
import { IconBooks, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CatalogueReport } from '@vitrine/contract/access/catalogue.ts';
import { browse, catalogueStates } from '#endpoints/access/catalogue.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '#platform/formats.ts';
import { StatusCell } from '#ui/cells.tsx';
import { Pager } from '#ui/grid/pager.tsx';
import { useList } from '#ui/grid/useList.ts';
import { ReportCover } from '#ui/reportCover.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './catalogue.module.css';
import { useCancel } from './useCancel.ts';

const RequestPanel = onDemand(async () => (await import('./requestPanel.tsx')).RequestPanel);

const kinds = { visible: 'success', open: 'info', waiting: 'warning', free: 'neutral' } as const;

function Card({ report, onRequest }: { report: CatalogueReport; onRequest: () => void }) {
  const { t } = useTranslation('catalogue');
  const cancel = useCancel();
  const { state, request_id } = report;
  return (
    <article className={css.card} data-surface="card">
      <ReportCover report={report} />
      <div className={css.words}>
        <h2>{report.title}</h2>
        <p className={css.place}>{report.group_name}</p>
        {report.description ? <p className={css.text}>{report.description}</p> : null}
        <p className={css.facts}>
          {report.owner_name ? <span>{t('owner', { name: report.owner_name })}</span> : null}
          {report.refreshed_at ? (
            <time dateTime={report.refreshed_at} title={formatDateTime(report.refreshed_at)}>
              {t('refreshed', { when: formatRelative(report.refreshed_at) })}
            </time>
          ) : null}
        </p>
        {state === 'waiting' ? (
          <p className={css.answer}>
            {report.answer} {report.again_at ? t('again_at', { when: formatDateTime(report.again_at) }) : ''}
          </p>
        ) : null}
      </div>
      <footer>
        <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>
        {state === 'visible' ? (
          <Button size="xs" variant="default" component={Link} to={`/${report.id}/reports/view`}>
            {t('open')}
          </Button>
        ) : null}
        {state === 'free' ? (
          <Button size="xs" onClick={onRequest} aria-label={t('request_title', { title: report.title })}>
            {t('request')}
          </Button>
        ) : null}
        {state === 'open' && request_id ? (
          <Button size="xs" variant="default" onClick={() => void cancel(request_id)}>
            {t('cancel')}
          </Button>
        ) : null}
      </footer>
    </article>
  );
}

/** The reports of the catalogue as cards, with the caller's state for each. */
export function Browse() {
  const { t } = useTranslation(['catalogue', 'ui']);
  const list = useList<CatalogueReport>(browse, { name: 'page_catalogue', filters: ['state'] });
  const [asking, setAsking] = useState<CatalogueReport | null>(null);
  const { view, rows, meta } = list;
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
  const empty = view.narrowed ? (
    <EmptyState
      title={t('ui:no_results')}
      text={t('ui:no_results_text')}
      action={
        <Button variant="default" onClick={view.clear}>
          {t('ui:clear_filters')}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<IconBooks size={32} stroke={1.4} />} title={t('empty_title')} text={t('empty_text')} />
  );
  return (
    <>
      <div className={css.tools}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} />}
          value={view.state.q}
          maxLength={120}
          onChange={(event) => view.change({ q: event.currentTarget.value })}
        />
        <div className={css.chips} role="group" aria-label={t('filter_state')}>
          {catalogueStates.map((state) => (
            <button
              key={state}
              type="button"
              aria-pressed={view.state.filters['state'] === state}
              onClick={() => view.change({ filters: view.state.filters['state'] === state ? {} : { state } })}
            >
              {t(`state_${state}`)}
            </button>
          ))}
        </div>
      </div>
      {rows?.length === 0 ? empty : null}
      <div className={css.cards} aria-busy={list.first}>
        {rows?.map((report) => (
          <Card key={report.id} report={report} onRequest={() => setAsking(report)} />
        ))}
      </div>
      {meta && rows?.length ? <Pager view={view} meta={meta} count={rows.length} /> : null}
      <Suspense fallback={null}>{asking ? <RequestPanel report={asking} onClose={() => setAsking(null)} /> : null}</Suspense>
    </>
  );
}
