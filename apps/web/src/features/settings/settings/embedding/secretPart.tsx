import { Button } from '@mantine/core';
import { get, newSecret } from '#endpoints/embedding/embedding.ts';
import type { EmbeddingSettings } from '@vitrine/contract/embedding/embedding.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ShownOnce } from '#ui/secret/shownOnce.tsx';
import css from './embedding.module.css';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

/** The secret is shown once, after it was made. A new one leaves the one before a day, or ends it at once. */
export function SecretPart({ settings }: { settings: EmbeddingSettings }) {
  const { t } = useTranslation('embedding');
  const stale = useStale();
  const [made, setMade] = useState<string | null>(null);
  const [asking, setAsking] = useState<'change' | 'now' | null>(null);
  const { has_secret, secret_made_at, secret_before_until } = settings;
  const make = async (at_once: boolean) => {
    const { secret } = await call(newSecret, { body: { at_once } });
    setMade(secret);
    await stale(get);
  };
  return (
    <section className={css.part} aria-label={t('secret')}>
      <h3>{t('secret')}</h3>
      <p className={css.hint}>
        {has_secret ? (secret_made_at ? t('secret_made', { at: formatDateTime(secret_made_at) }) : t('secret_stored')) : t('secret_none')}{' '}
        {secret_before_until ? t('secret_overlap', { at: formatDateTime(secret_before_until) }) : ''}
      </p>
      {made ? <ShownOnce secret={made} words={{ once: t('secret_once'), copy: t('copy') }} /> : null}
      <div className={css.row}>
        {has_secret ? (
          <>
            <Button variant="default" onClick={() => setAsking('change')}>
              {t('secret_change')}
            </Button>
            <Button variant="subtle" onClick={() => setAsking('now')}>
              {t('secret_now')}
            </Button>
          </>
        ) : (
          <Button onClick={() => void make(false).catch(toast.failure)}>{t('secret_make')}</Button>
        )}
      </div>
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t(`secret_${asking}`)}
            text={t(`secret_${asking}_text`)}
            confirm={t(`secret_${asking}`)}
            danger={asking === 'now'}
            onClose={() => setAsking(null)}
            onConfirm={() => make(asking === 'now')}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
