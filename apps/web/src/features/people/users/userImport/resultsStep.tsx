import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { ImportRow, UserImport } from '@vitrine/contract/people/userImport.ts';
import { importLimits, results, rows, undo } from '#endpoints/people/userImport.ts';
import { bulk, list as userList, surroundings } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { saveFile } from '#platform/savedFile.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { NumberCell, StatusCell } from '#ui/cells.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import { useList } from '#ui/grid/useList.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './import.module.css';
import own from './resultsStep.module.css';

type Props = {
  given: UserImport;
  onInvited: (result: Answer<typeof bulk>) => void;
  onChanged: () => void;
  onAgain: () => void;
  onFinish: () => void;
};

const kinds = { success: 'success', failed: 'error', pending: 'neutral' } as const;

/** The result of each row; can be exported, corrected and imported again, or undone. */
export function ResultsStep({ given, onInvited, onChanged, onAgain, onFinish }: Props) {
  const { t } = useTranslation('users');
  const stale = useStale();
  const [asking, setAsking] = useState<'undo' | 'invite' | null>(null);
  const params = { id: given.id };
  const list = useList<ImportRow>(rows, { name: 'page_import_row', filters: ['only'], params });
  const [name, email] = ['name', 'email'].map((field) => given.mapping.indexOf(field));
  const take = (format: 'csv' | 'xlsx', only?: 'failed') =>
    void saveFile(results, { params, query: { format, ...(only ? { only } : {}) } }).catch((error: unknown) => toast.failure(error));
  const updated = given.success - given.made;
  const undone = given.undone
    ? [
        t('undone_deactivated', { count: given.undone.deactivated }),
        ...(given.undone.updated > 0 ? [t('undo_updated', { count: given.undone.updated })] : []),
        ...(given.undone.already > 0 ? [t('undone_already', { count: given.undone.already })] : []),
        ...(given.undone.yourself > 0 ? [t('undone_yourself')] : []),
      ]
    : [];
  const why = (row: ImportRow) =>
    Object.entries(row.problems)
      .map(([column, problem]) => [given.header[Number(column)] ?? '', t(`problem_${problem}`)].filter(Boolean).join(': '))
      .join(' · ');
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <section className={css.card} data-surface="card">
        {given.rows_forgotten_at ? <p className={css.warning}>{t('rows_forgotten', { days: importLimits.keptDays })}</p> : null}
        {given.state === 'undone' ? <p className={css.warning}>{[t('undone'), ...undone].join(' ')}</p> : null}
        <dl className={own.numbers}>
          <div>
            <dt>{t('registered')}</dt>
            <dd>{formatNumber(given.success)}</dd>
          </div>
          <div>
            <dt>{t('not_registered')}</dt>
            <dd>{formatNumber(given.failed)}</dd>
          </div>
        </dl>
        {given.failed > 0 ? <p className={css.warning}>{t('not_registered_text', { count: given.failed })}</p> : null}
        <div className={`${css.bar} ${css.actions}`}>
          {given.rows_forgotten_at ? null : (
            <MenuButton
              label={t('export_results')}
              align="start"
              entries={[
                { label: t('export_results_csv'), run: () => take('csv') },
                { label: t('export_results_xlsx'), run: () => take('xlsx') },
                ...(given.failed > 0
                  ? [
                      { label: t('export_failed_csv'), run: () => take('csv', 'failed') },
                      { label: t('export_failed_xlsx'), run: () => take('xlsx', 'failed') },
                    ]
                  : []),
              ]}
              renderTarget={(props) => (
                <Button {...props} variant="default" leftSection={<IconDownload size={16} />}>
                  {t('export_results')}
                </Button>
              )}
            />
          )}
          {given.state === 'done' && given.success > 0 ? (
            <Button variant="default" onClick={() => setAsking('invite')}>
              {t('invite_imported')}
            </Button>
          ) : null}
          {given.undo_until ? (
            <Button variant="default" onClick={() => setAsking('undo')} title={t('undo_until', { time: formatDateTime(given.undo_until) })}>
              {t('undo_import')}
            </Button>
          ) : null}
          <span className={css.spacer} />
          <Button variant="default" onClick={onAgain}>
            {t('import_again')}
          </Button>
          <Button onClick={onFinish}>{t('finish')}</Button>
        </div>
      </section>
      <DataGrid
        label={t('step_results')}
        list={list}
        columns={[
          { key: 'line', header: t('line'), align: 'end', width: 80, cell: (row) => <NumberCell value={row.line} /> },
          { key: 'state', header: t('state'), cell: (row) => <StatusCell kind={kinds[row.state]}>{t(`row_${row.state}`)}</StatusCell> },
          { key: 'name', header: t('name'), cell: ({ cells }) => cells[name ?? -1] ?? '' },
          { key: 'email', header: t('email'), cell: ({ cells }) => cells[email ?? -1] ?? '' },
          { key: 'problems', header: t('reason'), cell: why },
        ]}
        filters={[
          {
            key: 'only',
            label: t('state'),
            options: [
              { value: 'success', label: t('row_success') },
              { value: 'failed', label: t('row_failed') },
            ],
          },
        ]}
        empty={{ title: t('no_rows') }}
      />
      {asking === 'invite' ? (
        <ConfirmDialog
          title={t('invite_imported_ask')}
          text={t('invite_many_text')}
          confirm={t('invite_imported')}
          onClose={() => setAsking(null)}
          onConfirm={async () => onInvited(await call(bulk, { body: { action: 'invite', found: { import_id: given.id } } }))}
        />
      ) : null}
      {asking === 'undo' ? (
        <ConfirmDialog
          title={t('undo_import')}
          text={[t('undo_text', { count: given.made }), ...(updated > 0 ? [t('undo_updated', { count: updated })] : [])].join(' ')}
          confirm={t('undo_import')}
          danger
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await call(undo, { params: { import_id: given.id }, body: {} });
            await stale(userList, surroundings);
            onChanged();
          }}
        />
      ) : null}
    </div>
  );
}
