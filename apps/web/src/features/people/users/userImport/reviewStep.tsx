import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import { get, rows, start } from '#endpoints/people/userImport.ts';
import { surroundings } from '#endpoints/people/users.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { SeatsNote } from '#ui/seats/seatsNote.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './import.module.css';
import own from './reviewStep.module.css';
import { ReviewRow } from './reviewRow.tsx';

type Shown = 'problems' | 'doubtful' | 'returning' | 'good' | 'all';
type Props = { given: UserImport; onBack: () => void; onChanged: () => void };

const perPage = 20;

/** What the whole file has to tell: who comes back, seats that are missing, sheets that were not read. */
function Notes({ given: { returning, joining, seats_missing, other_sheets } }: Pick<Props, 'given'>) {
  const { t } = useTranslation('users');
  const seats = useEndpoint(surroundings, {}).data?.seats;
  return (
    <>
      {returning > 0 ? <p className={css.hint}>{t('rows_returning_text')}</p> : null}
      {seats_missing > 0 ? <p className={css.warning}>{t('seats_missing', { count: seats_missing })}</p> : null}
      {seats && seats_missing === 0 ? <SeatsNote seats={seats} more={joining} /> : null}
      {other_sheets.length > 0 ? <p className={css.warning}>{t('other_sheets', { sheets: other_sheets.join(', ') })}</p> : null}
    </>
  );
}

type WaysProps = { given: UserImport; good: number; busy: boolean; onCorrect: () => void; onRun: () => void };

/** To correct is the first of the two, because rows that are left out are forgotten easily. */
function Ways({ given: { with_problems }, good, busy, onCorrect, onRun }: WaysProps) {
  const { t } = useTranslation('users');
  const rest = { count: good, rows: formatNumber(good) };
  if (with_problems === 0)
    return (
      <Button loading={busy} disabled={good === 0} onClick={onRun}>
        {t('import_all', rest)}
      </Button>
    );
  return (
    <>
      <Button variant="default" loading={busy} disabled={good === 0} onClick={onRun}>
        {t('import_good', rest)}
      </Button>
      <Button onClick={onCorrect}>{t('correct_errors', { count: with_problems })}</Button>
    </>
  );
}

const nothing = { problems: 'no_problems', doubtful: 'no_doubts', returning: 'no_returning', good: 'no_rows', all: 'no_rows' } as const;

/** All rows with their problems; cells are corrected in place. */
export function ReviewStep({ given, onBack, onChanged }: Props) {
  const { t } = useTranslation('users');
  const stale = useStale();
  const [shown, setShown] = useState<Shown>(given.with_problems > 0 ? 'problems' : given.doubtful > 0 ? 'doubtful' : 'all');
  const [page, setPage] = useState(1);
  const card = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState(false);
  const [reactivate, setReactivate] = useState(true);
  const list = useEndpoint(
    rows,
    { params: { id: given.id }, query: { page, per_page: perPage, ...(shown === 'all' ? {} : { only: shown }) } },
    { staleTime: 0 },
  );
  const good = given.rows - given.with_problems - (reactivate ? 0 : given.returning);
  const meta = list.data?.meta;

  const run = async () => {
    setBusy(true);
    try {
      await call(start, { params: { id: given.id }, body: { ignore_errors: given.with_problems > 0, reactivate, version: given.version } });
      await stale(get);
    } catch (error) {
      toast.failure(error);
      onChanged();
      setBusy(false);
    }
  };
  /** Leads to the first cell that is wrong, as soon as it is there. */
  const correctErrors = () => {
    setShown('problems');
    setPage(1);
    setTimeout(() => card.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 300);
  };
  return (
    <section ref={card} className={css.card} data-surface="card">
      <div className={css.bar}>
        <SegmentedControl
          className={own.shown ?? ''}
          value={shown}
          onChange={(next) => {
            setShown(next);
            setPage(1);
          }}
          data={[
            { value: 'problems', label: t('rows_problems', { count: given.with_problems, rows: formatNumber(given.with_problems) }) },
            ...(given.doubtful > 0 || shown === 'doubtful'
              ? [{ value: 'doubtful' as const, label: t('rows_doubtful', { count: given.doubtful, rows: formatNumber(given.doubtful) }) }]
              : []),
            ...(given.returning > 0 || shown === 'returning'
              ? [
                  {
                    value: 'returning' as const,
                    label: t('rows_returning', { count: given.returning, rows: formatNumber(given.returning) }),
                  },
                ]
              : []),
            { value: 'good', label: t('rows_good', { count: good, rows: formatNumber(good) }) },
            { value: 'all', label: t('rows_all') },
          ]}
        />
      </div>
      {shown === 'good' && given.with_problems > 0 ? <p className={css.warning}>{t('rows_hidden')}</p> : null}
      {shown === 'doubtful' && given.doubtful > 0 ? <p className={css.hint}>{t('rows_doubtful_text')}</p> : null}
      <Notes given={given} />
      {list.error && !list.data ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.data.length === 0 ? (
        <p className={css.hint}>{t(nothing[shown])}</p>
      ) : (
        <div className={css.scroll}>
          <table className={`${css.table} ${css.stacked}`} aria-label={t('step_review')}>
            <thead>
              <tr>
                <th>{t('line')}</th>
                {given.header.map((name, column) =>
                  // oxlint-disable-next-line react/no-array-index-key -- a column is known by its place alone
                  given.mapping[column] ? <th key={column}>{name === '' ? t('column_number', { number: column + 1 }) : name}</th> : null,
                )}
              </tr>
            </thead>
            <tbody>
              {list.data?.data.map((row) => (
                <ReviewRow
                  key={`${row.line} ${row.cells.join('\n')}`}
                  given={given}
                  row={row}
                  onCorrected={() => {
                    onChanged();
                    void stale(rows);
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {meta && meta.total > perPage ? (
        <div className={css.bar}>
          <span className={css.spacer} />
          <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <span className={css.hint}>
            {t('page_of', { page, pages: Math.ceil(meta.total / perPage), more: meta.total_is_capped ? '+' : '' })}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            disabled={!meta.total_is_capped && page * perPage >= meta.total}
            onClick={() => setPage(page + 1)}
          >
            {t('next')}
          </Button>
        </div>
      ) : null}
      <div className={css.bar}>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {t('back_to_map')}
        </Button>
        <span className={css.spacer} />
        {given.returning > 0 ? (
          <Checkbox
            label={t('reactivate_returning', { count: given.returning })}
            checked={reactivate}
            onChange={(event) => setReactivate(event.currentTarget.checked)}
          />
        ) : null}
        {given.with_problems > 0 && good > 0 ? (
          <span className={css.hint}>{t('will_be_left_out', { count: given.with_problems })}</span>
        ) : null}
        <Ways given={given} good={good} busy={busy} onCorrect={correctErrors} onRun={() => void run()} />
      </div>
    </section>
  );
}
