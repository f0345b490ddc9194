import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { check } from '#endpoints/audit/auditProof.ts';
import type { ProofFault } from '@vitrine/contract/audit/auditProof.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import { useAuditWords } from '#ui/history/auditWords.ts';
import css from './proofPanel.module.css';

type Outcome = { checked: number; faults: ProofFault[] };

function Faults({ faults, timezone }: { faults: readonly ProofFault[]; timezone: string }) {
  const { t } = useTranslation('auditProof');
  const { actionOf, objectOf } = useAuditWords();
  return (
    <div role="alert" className={css.fault}>
      <strong>{t('broken')}</strong>
      <ul>
        {faults.map(({ kind, id, at, action, object_type }) => (
          <li key={`${kind} ${id ?? at}`}>
            {t(`fault_${kind}`, { at: momentText(at, timezone) })}
            {action && object_type ? ` (${actionOf({ action })}, ${objectOf({ object_type })})` : ''}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Looks at all entries, some at a time, and tells how far it is. */
export function CheckPart({ entries, timezone }: { entries: number; timezone: string }) {
  const { t } = useTranslation('auditProof');
  const [done, setDone] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const look = async () => {
    const all: Outcome = { checked: 0, faults: [] };
    setOutcome(null);
    for (let after: number | null = 0; after !== null;) {
      setDone(all.checked);
      const { next, checked, faults }: Awaited<ReturnType<typeof call<typeof check>>> = await call(check, { query: { after } });
      all.checked += checked;
      all.faults.push(...faults);
      after = next;
    }
    setOutcome(all);
  };
  return (
    <div className={css.part}>
      <Button
        loading={done !== null}
        onClick={() =>
          void look()
            .catch(toast.failure)
            .finally(() => setDone(null))
        }
      >
        {t('check')}
      </Button>
      {done === null ? null : (
        <>
          <Progress value={entries === 0 ? 0 : (done / entries) * 100} aria-label={t('check')} />
          <p role="status">{t('checking', { done, all: Math.max(done, entries) })}</p>
        </>
      )}
      {outcome && outcome.faults.length === 0 ? <p role="status">{t('well', { count: outcome.checked })}</p> : null}
      {outcome && outcome.faults.length > 0 ? <Faults faults={outcome.faults} timezone={timezone} /> : null}
    </div>
  );
}
