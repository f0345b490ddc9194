import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { CapacityDetail } from '@vitrine/contract/datasets/capacities.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { momentText } from '#platform/unitClock.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import panel from '#ui/panel.module.css';
import { CapacityState } from './capacityCells.tsx';
import { VerdictText } from './changeText.tsx';

/** How it is now, what is on its way, why the portal leaves it so or not, and what comes next. */
export function StateTab({ capacity, onLook }: { capacity: CapacityDetail; onLook: () => Promise<void> }) {
  const { t } = useTranslation('capacities');
  const [looking, setLooking] = useState(false);
  const { open_act: open, problem, seen_at, next_changes: next, timezone } = capacity;
  const first = next[0];
  const look = async () => {
    setLooking(true);
    await onLook();
    setLooking(false);
  };
  return (
    <div className={panel.stack}>
      {problem === null ? null : (
        <p className={panel.note} data-warning role="status">
          {t(`problem_${problem}`)}
        </p>
      )}
      {open ? (
        <div className={panel.note} role="status">
          <p>
            {t(`open_${open.kind}`)} <RelativeTimeCell value={open.asked_at} />
          </p>
          <Progress value={100} animated aria-label={t(`open_${open.kind}`)} />
        </div>
      ) : null}
      <ul className={panel.rows} aria-label={t('state')}>
        <li>
          <span className={panel.what}>
            <CapacityState capacity={capacity} />
            <span className={panel.detail}>
              {t('seen_at')}: <RelativeTimeCell value={seen_at} />
            </span>
          </span>
          <Button variant="default" leftSection={<IconRefresh size={16} />} loading={looking} onClick={() => void look()}>
            {t('look')}
          </Button>
        </li>
        <li>
          <span className={panel.what}>
            <span>{t('why_title')}</span>
            <span className={panel.detail}>
              <VerdictText verdict={capacity.verdict} />
            </span>
          </span>
        </li>
        {first ? (
          <li>
            <span className={panel.what}>
              <span>{t('next_change')}</span>
              <span className={panel.detail}>{t(`next_${first.to}`, { when: momentText(first.at, timezone) })}</span>
            </span>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
