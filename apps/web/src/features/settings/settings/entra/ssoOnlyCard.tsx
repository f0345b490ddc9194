import { Button } from '@mantine/core';
import type { SsoOnly } from '@vitrine/contract/signIn/ssoOnly.ts';
import { get } from '#endpoints/signIn/ssoOnly.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useStale } from '#platform/query.ts';
import { StatusCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from '#ui/providers.module.css';

const SsoOnlyPanel = onDemand(async () => (await import('./ssoOnlyPanel.tsx')).SsoOnlyPanel);

function Domain({ domain, people, unlinked }: SsoOnly['domains'][number]) {
  const { t } = useTranslation('entra');
  return (
    <li className={css.item}>
      <div className={css.words}>
        <strong>{domain}</strong>
        <span>{t('sso_people', { count: people })}</span>
        {unlinked > 0 ? <span>{t('sso_unlinked', { count: unlinked })}</span> : null}
      </div>
      {people > 0 && unlinked === 0 ? <StatusCell kind="success">{t('sso_unlinked', { count: 0 })}</StatusCell> : null}
    </li>
  );
}

/** Mail domains whose people come in by the directories of the unit alone. */
export function SsoOnlyCard() {
  const { t } = useTranslation('entra');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(get, {});
  const [open, setOpen] = useState(false);
  const saved = () => {
    setOpen(false);
    void stale(get);
  };
  const keepers = data?.administrators.filter(({ keeps_password }) => keeps_password) ?? [];
  const isClosed = data !== undefined && !data.ways && data.domains.length === 0;
  return (
    <section className={css.card} data-surface="card" aria-label={t('sso_title')}>
      <div className={css.head}>
        <div className={css.words}>
          <strong>{t('sso_title')}</strong>
          <p className={css.hint}>{t('sso_hint')}</p>
        </div>
        <Button variant="default" disabled={!data || isClosed} onClick={() => setOpen(true)}>
          {t('sso_change')}
        </Button>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isClosed ? <p className={css.hint}>{t('sso_no_way')}</p> : null}
      {data && !isClosed && data.domains.length === 0 ? <p className={css.hint}>{t('sso_empty')}</p> : null}
      <ul className={css.list}>
        {data?.domains.map((one) => (
          <Domain key={one.domain} {...one} />
        ))}
      </ul>
      {keepers.length > 0 ? (
        <p className={css.hint}>
          {t('sso_keepers')}: {keepers.map(({ name }) => name).join(', ')}
        </p>
      ) : null}
      <Suspense fallback={null}>
        {open && data ? <SsoOnlyPanel ssoOnly={data} onClose={() => setOpen(false)} onSaved={saved} /> : null}
      </Suspense>
    </section>
  );
}
