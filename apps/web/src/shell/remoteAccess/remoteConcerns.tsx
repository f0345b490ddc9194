import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { momentText } from '#platform/unitClock.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Question } from '#ui/remoteAccess/question.tsx';
import { useConcerns } from '#ui/remoteAccess/useConcerns.ts';
import css from './remoteBand.module.css';

/** On every page of the person: who asks to act for them, and who does so now. */
export function RemoteConcerns() {
  const { t } = useTranslation(['remoteAccess', 'shell']);
  const timezone = useConfig()?.timezone ?? 'UTC';
  const { waiting, open, endIt } = useConcerns();
  const [later, setLater] = useState<readonly string[]>([]);
  const asked = waiting.find(({ id }) => !later.includes(id));
  return (
    <>
      {open.map((access) => (
        <div key={access.id} role="status" className={css.band}>
          <p>
            {access.ends_at
              ? t('inside_until', { name: access.asker_name, until: momentText(access.ends_at, timezone).slice(-5) })
              : t('inside_soon', { name: access.asker_name })}{' '}
            {access.last_screen ? t('inside_now', { screen: t(`shell:screen_${access.last_screen}`, { defaultValue: '–' }) }) : null}
          </p>
          <Button size="compact-sm" variant="default" onClick={() => endIt(access)}>
            {t('end')}
          </Button>
        </div>
      ))}
      {asked ? (
        <Dialog title={t('asked_title', { name: asked.asker_name })} width="30dvw" onClose={() => setLater([...later, asked.id])}>
          <Question access={asked} />
        </Dialog>
      ) : null}
    </>
  );
}
