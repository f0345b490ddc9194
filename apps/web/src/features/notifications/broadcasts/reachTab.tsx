import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import type { Broadcast, Recipient } from '@vitrine/contract/notifications/broadcasts.ts';
import { reach, recipientStates, recipients, remind } from '#endpoints/notifications/broadcasts.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import css from './broadcasts.module.css';

function useColumns(): Column<Recipient>[] {
  const { t } = useTranslation('broadcasts');
  return [
    { key: 'name', header: t('person'), sort: 'name' },
    { key: 'email', header: t('email') },
    { key: 'read_at', header: t('seen_at'), cell: ({ read_at }) => <RelativeTimeCell value={read_at} /> },
    { key: 'mailed_at', header: t('mailed_at'), cell: ({ mailed_at }) => <RelativeTimeCell value={mailed_at} /> },
    { key: 'last_access', header: t('last_access'), cell: ({ last_access }) => <RelativeTimeCell value={last_access} /> },
  ];
}

/** Of whom it was seen, and from where; who was not there is told again. */
export function ReachTab({ broadcast, onChanged }: { broadcast: Broadcast; onChanged: () => void }) {
  const { t } = useTranslation('broadcasts');
  const params = { id: broadcast.id };
  const { data } = useEndpoint(reach, { params }, { staleTime: 0 });
  const list = useList<Recipient>(recipients, { name: 'page_recipient', filters: ['state'], params });
  const again = async () => {
    await call(remind, { params }).then(() => toast.success(t('reminded')), toast.failure);
    onChanged();
  };
  const seen = data ? data.seen_portal + data.seen_mail : 0;
  const figures = data
    ? ([
        ['recipients', data.recipients],
        ['reach_seen', seen],
        ['reach_portal', data.seen_portal],
        ['reach_mail', data.seen_mail],
        ['reach_mailed', data.mailed],
        ['reach_unseen', data.recipients - seen],
        ['reach_absent', data.absent],
      ] as const)
    : [];
  return (
    <>
      <div className={css.head}>
        {broadcast.state === 'sent' && data && data.absent > 0 ? (
          <Button variant="default" leftSection={<IconBellRinging size={16} />} onClick={() => void again()}>
            {t('remind')}
          </Button>
        ) : null}
      </div>
      <dl className={css.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <DataGrid
        label={t('recipients')}
        list={list}
        columns={useColumns()}
        filters={[
          { key: 'state', label: t('reach_seen'), options: recipientStates.map((value) => ({ value, label: t(`filter_${value}`) })) },
        ]}
        empty={{ title: t('nobody') }}
      />
    </>
  );
}
