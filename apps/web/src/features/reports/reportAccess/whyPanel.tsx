import { Button } from '@mantine/core';
import { IconEye, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { list, permissions, removePerson, restorePerson, why } from '@vitrine/contract/features/reportAccess.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/http.ts';
import { useEndpoint, useStale } from '../../../core/query.ts';
import { toast } from '../../../core/toast.ts';
import { StatusCell } from '../../../core/ui/cells.tsx';
import { ErrorState } from '../../../core/ui/States.tsx';
import { intoView } from '../../../core/ui/intoView.ts';
import css from './access.module.css';
import { ReasonList } from './reasonList.tsx';
import { rowsText } from './rowsText.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../../core/ui/ConfirmDialog.tsx')).ConfirmDialog }));
const Simulation = lazy(async () => ({ default: (await import('./simulation.tsx')).Simulation }));

type Props = { reportId: string; membershipId: string };

/** *Why can this person see this report, or not?* With what can be done about it. */
export function WhyPanel({ reportId, membershipId }: Props) {
  const { t } = useTranslation('reportAccess');
  const stale = useStale();
  const params = { id: reportId, membership_id: membershipId };
  const { data, error, refetch } = useEndpoint(why, { params }, { staleTime: 0 });
  const [removing, setRemoving] = useState(false);
  const [simulating, setSimulating] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;

  const changed = async () => {
    await stale(why, list, permissions);
    toast.success();
  };
  const giveBack = () => void call(restorePerson, { params }).then(changed, toast.failure);
  const blocked = data.why === 'no_data_rule';
  return (
    <section ref={intoView} className={css.why} aria-label={`${t('check_title')} ${data.name}`}>
      <header>
        <span className={css.who}>
          <span className={css.name}>{data.name}</span>
          <span className={css.detail}>{data.email}</span>
        </span>
        <StatusCell kind={data.see ? 'success' : blocked ? 'warning' : 'error'}>
          {t(data.see ? 'sees' : blocked ? 'sees_no_rule' : 'sees_not')}
        </StatusCell>
      </header>
      {data.see ? (
        <p className={css.detail}>
          {t('rows')}: {rowsText(t, data)}
        </p>
      ) : null}
      <ReasonList reasons={data.reasons} />
      <div className={css.whyActions}>
        {data.see ? (
          <Button variant="default" size="xs" leftSection={<IconEye size={14} />} onClick={() => setSimulating(true)}>
            {t('open_as')}
          </Button>
        ) : null}
        {data.removed ? (
          <Button variant="default" size="xs" leftSection={<IconUserCheck size={14} />} onClick={giveBack}>
            {t('give_back')}
          </Button>
        ) : (
          <Button variant="default" size="xs" leftSection={<IconUserX size={14} />} onClick={() => setRemoving(true)}>
            {t('take_off')}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {removing ? (
          <ConfirmDialog
            title={t('take_off_title', { name: data.name })}
            text={t('take_off_text')}
            confirm={t('take_off')}
            danger
            onConfirm={async () => {
              await call(removePerson, { params });
              await changed();
            }}
            onClose={() => setRemoving(false)}
          />
        ) : null}
        {simulating ? (
          <Simulation reportId={reportId} membershipId={membershipId} name={data.name} onClose={() => setSimulating(false)} />
        ) : null}
      </Suspense>
    </section>
  );
}
