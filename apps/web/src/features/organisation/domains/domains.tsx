import { Button } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { Domain } from '@vitrine/contract/organisation/domains.ts';
import { list as listEndpoint } from '#endpoints/organisation/domains.ts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { useViewer } from '#shell/viewer.ts';
import { DateCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { DomainState, domainPath } from './domainState.tsx';

const NewDomainPanel = onDemand(async () => (await import('./newDomainPanel.tsx')).NewDomainPanel);
const FeePanel = onDemand(async () => (await import('./feePanel.tsx')).FeePanel);

const states = ['asked', 'pending', 'verified', 'active', 'failed', 'removed'] as const;

function useColumns(showsOwner: boolean): Column<Domain>[] {
  const { t } = useTranslation('domains');
  const owner: Column<Domain> = {
    key: 'owner',
    header: t('owner'),
    cell: ({ owner: { kind, name } }) => (kind === 'platform' ? t('platform') : name),
  };
  return [
    { key: 'host_shown', header: t('host'), sort: 'host' },
    ...(showsOwner ? [owner] : []),
    { key: 'state', header: t('state'), cell: (domain) => <DomainState domain={domain} /> },
    {
      key: 'fee_cents',
      header: t('fee'),
      align: 'end',
      cell: ({ fee_cents }) => (fee_cents === 0 ? t('fee_none') : formatMoney(fee_cents)),
    },
    { key: 'created_at', header: t('asked_at'), sort: 'created_at', cell: ({ created_at }) => <DateCell value={created_at} /> },
  ];
}

/** `/domain`: an administrator's unit, a partner with its units, for the operator all. */
export function Domains() {
  const { t } = useTranslation('domains');
  const { role } = useViewer();
  const { opened, show, close } = usePanels('domain', 'fee');
  const list = useList<Domain>(listEndpoint, { name: 'page_domain' });
  const openObject = useOpenObject(domainPath);
  const columns = useColumns(role !== 'admin');
  const isOperator = role === 'operator';
  // Notices of before lead here with the domain behind the question mark.
  if (opened.domain && opened.domain !== 'new') return <Navigate to={objectPath(domainPath, opened.domain)} search={{}} replace />;
  return (
    <ListPage
      title={t('title')}
      description={t(isOperator ? 'description_operator' : 'description')}
      list={list}
      columns={columns}
      filters={[{ key: 'state', label: t('state'), options: states.map((value) => ({ value, label: t(`state_${value}`) })) }]}
      linkOf={({ id }) => objectPath(domainPath, id)}
      add={{ label: t('add'), run: () => show({ domain: 'new' }) }}
      buttons={
        isOperator ? (
          <Button variant="default" onClick={() => show({ fee: 'edit' })}>
            {t('fee')}
          </Button>
        ) : null
      }
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.domain === 'new' ? <NewDomainPanel onAdded={(id) => openObject(id)} onClose={close} /> : null}
      {opened.fee ? <FeePanel onClose={close} /> : null}
    </ListPage>
  );
}
