import { listStopped } from '#endpoints/signIn/secondFactorPolicy.ts';
import { useTranslation } from 'react-i18next';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import { useList } from '#ui/grid/useList.ts';
import css from './secondFactorPolicy.module.css';

/** People who would have to set up a factor at their next sign-in. */
export function Stopped() {
  const { t } = useTranslation('secondFactorPolicy');
  const list = useList(listStopped, { name: 'page_second_factor', filters: [] });
  return (
    <section className={css.stopped} aria-labelledby="second-factor-stopped">
      <h2 id="second-factor-stopped">{t('stopped')}</h2>
      <p>{t('stopped_text')}</p>
      <DataGrid
        label={t('stopped')}
        list={list}
        columns={[
          { key: 'name', header: t('name'), sort: 'name' },
          { key: 'email', header: t('email') },
          { key: 'department', header: t('department') },
          {
            key: 'has',
            header: t('has'),
            cell: (row) => <StatusCell kind={row.has === 'email' ? 'info' : 'warning'}>{t(`only_${row.has}`)}</StatusCell>,
          },
          {
            key: 'last_sign_in',
            header: t('last_sign_in'),
            sort: 'last_sign_in',
            cell: (row) => <RelativeTimeCell value={row.last_sign_in} />,
          },
        ]}
        empty={{ title: t('nobody_stopped'), text: t('nobody_stopped_text') }}
      />
    </section>
  );
}
