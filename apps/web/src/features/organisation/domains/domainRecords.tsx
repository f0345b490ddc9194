import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { Domain, DomainRecord } from '@vitrine/contract/organisation/domains.ts';
import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/toast.ts';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { useNextStep } from './domainState.tsx';
import css from './domains.module.css';

/** One word of a record, to be put where the DNS is looked after. */
function Copied({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation(['domains', 'ui']);
  return (
    <div className={css.copied}>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCopy size={14} />}
          aria-label={`${t('ui:copy')} ${label}: ${value}`}
          onClick={() => void copyText(value)}
        >
          {t('ui:copy')}
        </Button>
      </dd>
    </div>
  );
}

function Record({ record: { kind, name, expected, seen, right }, looked }: { record: DomainRecord; looked: boolean }) {
  const { t } = useTranslation('domains');
  const found = seen.length > 0 ? t('seen', { seen: seen.join(', ') }) : t('seen_none');
  return (
    <section className={css.record} aria-label={t(`record_${kind}`)}>
      <h3>
        {t(`record_${kind}`)}
        {looked ? <StatusCell kind={right ? 'success' : 'warning'}>{t(right ? 'right' : 'not_right')}</StatusCell> : null}
      </h3>
      <dl>
        <Copied label={t('record_name')} value={name} />
        <Copied label={t('record_value')} value={expected} />
      </dl>
      {looked && !right ? <p className={css.seen}>{found}</p> : null}
    </section>
  );
}

/** What is to be done next, the records, and what was seen of them. */
export function DomainRecords({ domain }: { domain: Domain }) {
  const { t } = useTranslation('domains');
  const nextStep = useNextStep();
  const isOpen = domain.state === 'pending' || domain.state === 'verified' || domain.state === 'active';
  return (
    <div className={css.panel}>
      <p className={css.next}>{nextStep(domain)}</p>
      {domain.host_shown === domain.host ? null : <p className={css.dim}>{t('in_dns', { host: domain.host })}</p>}
      {isOpen && !domain.waits_for_partner
        ? domain.records.map((record) => <Record key={record.kind} record={record} looked={domain.checked_at !== null} />)
        : null}
      {domain.checked_at && isOpen ? (
        <p className={css.dim}>
          {t(domain.silent ? 'checked_silent' : 'checked')} <RelativeTimeCell value={domain.checked_at} />
        </p>
      ) : null}
    </div>
  );
}
