import { Button, Textarea } from '@mantine/core';
import type { ExplainedToken } from '@vitrine/contract/embedding/embedding.ts';
import { explain } from '#endpoints/embedding/embedding.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import css from './embedding.module.css';

const times = new Set(['iat', 'nbf', 'exp']);

/** A moment is written in seconds in the token, and told as people write it as well. */
function readable(name: string, value: string): string {
  const at = new Date(Number(value) * 1000);
  return times.has(name) && !Number.isNaN(at.getTime()) ? `${value} (${formatDateTime(at.toISOString())})` : value;
}

function Explanation({ explained }: { explained: ExplainedToken }) {
  const { t } = useTranslation('embedding');
  const { refusal, signed, claims, expires_at, reader, reports } = explained;
  return (
    <div className={css.explained} role="status">
      <StatusCell kind={refusal ? 'error' : 'success'}>{refusal ? refusal.message : t('debug_fine')}</StatusCell>
      <dl className={css.facts}>
        {reader ? (
          <div>
            <dt>{t('debug_reader')}</dt>
            <dd>{reader.anonymous ? t('debug_stranger', { name: reader.name }) : reader.name}</dd>
          </div>
        ) : null}
        {expires_at ? (
          <div>
            <dt>{t('debug_until')}</dt>
            <dd>{formatDateTime(expires_at)}</dd>
          </div>
        ) : null}
        {reports.length > 0 ? (
          <div>
            <dt>{t('debug_reports')}</dt>
            <dd>{reports.map(({ title }) => title).join(', ')}</dd>
          </div>
        ) : null}
      </dl>
      {claims.length > 0 ? (
        <>
          <strong>{t('debug_claims')}</strong>
          {signed ? null : <p className={css.hint}>{t('debug_unsigned')}</p>}
          <dl className={css.facts}>
            {claims.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{readable(name, value)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </div>
  );
}

/** Says of a pasted token what the door would say. It is gone with the page. */
export function TokenDebugger() {
  const { t } = useTranslation('embedding');
  const [token, setToken] = useState('');
  const [explained, setExplained] = useState<ExplainedToken | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    await call(explain, { body: { token: token.trim() } }).then(setExplained, toast.failure);
    setBusy(false);
  };
  return (
    <section className={css.part} aria-label={t('debug')}>
      <h3>{t('debug')}</h3>
      <Textarea
        label={t('debug_token')}
        description={t('debug_hint')}
        value={token}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={6000}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setToken(event.currentTarget.value);
          setExplained(null);
        }}
      />
      <div className={css.row}>
        <Button variant="default" loading={busy} disabled={token.trim() === ''} onClick={() => void check()}>
          {t('debug_check')}
        </Button>
      </div>
      {explained ? <Explanation explained={explained} /> : null}
    </section>
  );
}
