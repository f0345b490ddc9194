import { ActionIcon, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { get, revoke } from '#endpoints/embedding/embedding.ts';
import type { EmbeddingSettings } from '@vitrine/contract/embedding/embedding.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { copyText, toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { ErrorState } from '#ui/states.tsx';
import { AccessForm } from './accessForm.tsx';
import css from './embedding.module.css';
import { SecretPart } from './secretPart.tsx';
import { TokenDebugger } from './tokenDebugger.tsx';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

/** How many different readers came in each month, and the end of everything from before. */
function Readers({ months, revoked_at }: Pick<EmbeddingSettings, 'months' | 'revoked_at'>) {
  const { t } = useTranslation('embedding');
  const stale = useStale();
  const [asking, setAsking] = useState(false);
  return (
    <section className={css.part} aria-label={t('months')}>
      <h3>{t('months')}</h3>
      {months.length === 0 ? <p className={css.hint}>{t('months_none')}</p> : null}
      <ul className={css.list}>
        {months.map(({ month, readers }) => (
          <li key={month}>
            <span>{`${month.slice(5)}/${month.slice(0, 4)}`}</span> <strong>{t('readers', { count: readers })}</strong>
          </li>
        ))}
      </ul>
      <div className={css.row}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('revoke')}
        </Button>
        {revoked_at ? <span className={css.hint}>{t('revoked_at', { at: formatDateTime(revoked_at) })}</span> : null}
      </div>
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t('revoke')}
            text={t('revoke_text')}
            confirm={t('revoke')}
            danger
            onClose={() => setAsking(false)}
            onConfirm={async () => {
              await call(revoke, {});
              await stale(get);
              toast.success(t('revoked'));
            }}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

/** What is written into the program of the other site. */
function Copied({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('embedding');
  return (
    <div>
      <dt>{label}</dt>
      <dd className={css.copied}>
        {value}
        <ActionIcon variant="subtle" size="lg" aria-label={`${t('copy')}: ${label}`} onClick={() => void copyText(value)}>
          <IconCopy size={16} />
        </ActionIcon>
      </dd>
    </div>
  );
}

/** Reports of the unit in pages of another application: who may show which, the secret of its server, and what a token says. */
export function EmbeddingCard() {
  const { t } = useTranslation('embedding');
  const { data, error, refetch } = useEndpoint(get, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section className={css.card} data-surface="card" aria-label={t('title')} aria-busy={!data}>
      <p className={css.hint}>{t('hint')}</p>
      {data ? (
        <>
          <div className={css.row}>
            <StatusCell kind={data.enabled ? 'success' : 'neutral'}>{t(data.enabled ? 'enabled' : 'disabled')}</StatusCell>
            {data.enabled ? null : <span className={css.hint}>{t('disabled_hint')}</span>}
          </div>
          <dl className={css.facts}>
            <Copied label={t('unit_id')} value={data.unit_id} />
            <Copied label={t('address')} value={data.page} />
          </dl>
          <SecretPart settings={data} />
          <section className={css.part} aria-label={t('who')}>
            <h3>{t('who')}</h3>
            <AccessForm key={data.version} settings={data} />
          </section>
          <Readers {...data} />
          <TokenDebugger />
        </>
      ) : null}
    </section>
  );
}
