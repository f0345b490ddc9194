import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { file, state, verifier } from '#endpoints/audit/auditProof.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { formatDate } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { saveFile } from '#platform/savedFile.ts';
import { copyText, toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { CheckPart } from './checkPart.tsx';
import css from './proofPanel.module.css';

/** A seal that somebody kept elsewhere, compared with those of the portal. */
function ComparePart({ seals }: { seals: readonly { day: string; seal: string }[] }) {
  const { t } = useTranslation('auditProof');
  const [kept, setKept] = useState('');
  const wanted = kept.trim().toLowerCase();
  const known = seals.find(({ seal }) => seal === wanted);
  return (
    <>
      <TextInput
        label={t('compare')}
        description={t('compare_text')}
        value={kept}
        maxLength={80}
        onChange={(event) => setKept(event.currentTarget.value)}
      />
      <p role="status" className={known || wanted === '' ? css.hint : css.fault}>
        {wanted === '' ? '' : known ? t('compare_known', { day: formatDate(known.day) }) : t('compare_unknown')}
      </p>
    </>
  );
}

/** Whether the audit log is what it was, the seals of the days, and what it takes to look without the portal. */
export function ProofPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auditProof');
  const timezone = useConfig()?.timezone ?? 'UTC';
  const { data } = useEndpoint(state, {});
  const save = (endpoint: typeof file | typeof verifier, query = {}) => void saveFile(endpoint, { query }).catch(toast.failure);
  const seals = data?.seals ?? [];
  return (
    <SidePanel title={t('title')} onClose={onClose}>
      <p className={css.hint}>{t('explain')}</p>
      {data ? <p>{t('state', { count: data.entries, until: data.sealed_until ? momentText(data.sealed_until, timezone) : '' })}</p> : null}
      <CheckPart entries={data?.entries ?? 0} timezone={timezone} />
      <section aria-label={t('seals')} className={css.part}>
        <h3>{t('seals')}</h3>
        <p className={css.hint}>{seals.length > 0 ? t('seals_text') : t('seals_none')}</p>
        <ul className={css.seals}>
          {seals.map(({ day, seal }) => (
            <li key={day}>
              <span>{formatDate(day)}</span>
              <code>{seal}</code>
              <ActionIcon variant="subtle" aria-label={t('copy', { day: formatDate(day) })} onClick={() => void copyText(seal)}>
                <IconCopy size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {seals.length > 0 ? <ComparePart seals={seals} /> : null}
      </section>
      <section aria-label={t('take')} className={css.part}>
        <h3>{t('take')}</h3>
        <p className={css.hint}>{t('take_text')}</p>
        <div className={css.actions}>
          <Button variant="default" onClick={() => save(file)}>
            {t('take_file')}
          </Button>
          <Button variant="subtle" onClick={() => save(verifier, { kind: 'page' })}>
            {t('take_page')}
          </Button>
          <Button variant="subtle" onClick={() => save(verifier, { kind: 'program' })}>
            {t('take_program')}
          </Button>
        </div>
      </section>
    </SidePanel>
  );
}
