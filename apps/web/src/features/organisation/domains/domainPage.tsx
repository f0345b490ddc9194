import { Button } from '@mantine/core';
import { IconBan, IconEye, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { ofDomain } from '#endpoints/audit/audit.ts';
import { approve, check, get, list, remove, retry } from '#endpoints/organisation/domains.ts';
import type { Domain } from '@vitrine/contract/organisation/domains.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { formatMoney } from '#platform/money.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { IdCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { DomainRecords } from './domainRecords.tsx';
import { DomainState, domainPath } from './domainState.tsx';

const DenyPanel = onDemand(async () => (await import('./denyPanel.tsx')).DenyPanel);

function useFacts(row: Domain | undefined): Fact[] {
  const { t } = useTranslation('domains');
  const of = (read: (domain: Domain) => Fact['value']) => (row ? read(row) : undefined);
  return [
    { label: t('owner'), value: of(({ owner: { kind, name } }) => (kind === 'platform' ? t('platform') : name)) },
    { label: t('fee'), value: of(({ fee_cents }) => (fee_cents === 0 ? t('fee_none') : t('fee_month', { fee: formatMoney(fee_cents) }))) },
    { label: t('asked_at'), value: of(({ created_at }) => formatDateTime(created_at)) },
    { label: t('active_since'), value: of(({ activated_at }) => (activated_at ? formatDateTime(activated_at) : null)) },
    { label: t('certificate_until'), value: of(({ certificate }) => (certificate?.until ? formatDateTime(certificate.until) : null)) },
  ];
}

/** `/domain/<id>`: what is to be done next, what was seen of the records, and what happened. */
export function DomainPage() {
  const { t } = useTranslation(['domains', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const stale = useStale();
  const opened = useObject<Domain, Domain>({ get, list }, id);
  const { row: domain } = opened;
  const history = useHistory(ofDomain, id, true);
  const historyFacts = useHistoryFacts(history, true, domain);
  const [busy, setBusy] = useState(false);
  const [denying, setDenying] = useState(false);
  const params = { id };
  const changed = () => stale(list, get, ofDomain);
  const act = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    try {
      await work();
      if (done) toast.success(done);
    } catch (error) {
      toast.failure(error);
    }
    await changed();
    setBusy(false);
  };
  const takeAway = async ({ state, host_shown: host }: Domain) => {
    if (!(await toast.confirm(t(state === 'active' ? 'remove_sure' : 'withdraw_sure', { host })))) return;
    await act(() => call(remove, { params }), t('removed', { host }));
  };
  const isActive = domain?.state === 'active';
  const actions: RowAction<Domain>[] = [
    {
      key: 'deny',
      label: t('deny'),
      text: t('deny_text'),
      icon: <IconBan size={16} />,
      when: ({ can }) => can.answer,
      run: () => setDenying(true),
    },
    {
      key: 'retry',
      label: t('retry'),
      text: t('retry_text'),
      icon: <IconRefresh size={16} />,
      when: ({ can }) => can.retry,
      run: ({ version }) => void act(() => call(retry, { params, body: { version } })),
    },
    {
      key: 'see',
      label: t('see_removed'),
      text: t('see_removed_text'),
      icon: <IconEye size={16} />,
      when: ({ can }) => can.remove,
      run: () => void window.open('/domain/notfound', '_blank', 'noopener'),
    },
    {
      key: 'remove',
      label: t(isActive ? 'remove' : 'withdraw'),
      text: t(isActive ? 'remove_text' : 'withdraw_text'),
      icon: <IconTrash size={16} />,
      danger: true,
      when: ({ can }) => can.remove,
      run: (row) => void takeAway(row),
    },
  ];
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: domainPath }}
      title={({ host_shown }) => host_shown}
      state={(row) => <DomainState domain={row} />}
      primary={({ can, version }) => {
        if (can.answer)
          return (
            <Button loading={busy} onClick={() => void act(() => call(approve, { params, body: { version } }), t('approved'))}>
              {t('approve')}
            </Button>
          );
        return can.check ? (
          <Button loading={busy} onClick={() => void act(() => call(check, { params }))}>
            {t('check_now')}
          </Button>
        ) : null;
      }}
      actions={actions}
      tabs={[
        { name: 'settings', content: domain ? <DomainRecords domain={domain} /> : null },
        { name: 'history', content: <HistoryTab history={history} own={['domain']} /> },
      ]}
      facts={[...useFacts(domain), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {domain && denying ? <DenyPanel domain={domain} onSaved={() => void changed()} onClose={() => setDenying(false)} /> : null}
    </ObjectPage>
  );
}
