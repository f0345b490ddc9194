import { Button } from '@mantine/core';
import { IconEye, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { permissions } from '#endpoints/access/permissions.ts';
import { list, removePerson, restorePerson, why } from '#endpoints/access/reportAccess.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { ErrorState } from '#ui/states.tsx';
import { intoView } from '#ui/intoView.ts';
import { onDemand } from '#ui/onDemand.tsx';
import texts from '#ui/access/texts.module.css';
import css from './why.module.css';
import { ReasonList } from '#ui/access/reasonList.tsx';
import { rowsText } from '#ui/access/rowsText.ts';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);
const Simulation = onDemand(async () => (await import('#ui/access/simulation.tsx')).Simulation);

type Props = { reportId: string; membershipId: string };

const outcomes = {
  sees: { kind: 'success', word: 'sees' },
  not_found: { kind: 'error', word: 'sees_not' },
  no_data_rule: { kind: 'warning', word: 'sees_no_rule' },
  rule_refused: { kind: 'warning', word: 'sees_refused' },
} as const;

/** *Why can this person see this report, or not?* With actions to change it. */
export function WhyPanel({ reportId, membershipId }: Props) {
  const { t } = useTranslation('reportAccess');
  const stale = useStale();
  const params = { id: reportId, membership_id: membershipId };
  const { data, error, refetch } = useEndpoint(why, { params }, { staleTime: 0 });
  const [removing, setRemoving] = useState(false);
  const [simulating, setSimulating] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;

  const changed = () => stale(why, list, permissions);
  const { name } = data;
  const giveBack = async () => {
    await call(restorePerson, { params });
    await changed();
    toast.undo(t('gave_back', { name }), () => void call(removePerson, { params }).then(changed, toast.failure));
  };
  const takeOff = async () => {
    await call(removePerson, { params });
    await changed();
    toast.undo(t('took_off', { name }), () => void call(restorePerson, { params }).then(changed, toast.failure));
  };
  const { kind, word } = outcomes[data.why ?? 'sees'];
  return (
    <section ref={intoView} className={css.why} aria-label={t('check_of', { name: data.name })}>
      <header>
        <span className={css.who}>
          <span className={texts.name}>{data.name}</span>
          <span className={texts.detail}>{data.email}</span>
        </span>
        <StatusCell kind={kind}>{t(word)}</StatusCell>
      </header>
      {data.see ? (
        <p className={texts.detail}>
          {t('rows')}: {rowsText(t, data)}
        </p>
      ) : null}
      <ReasonList reasons={data.reasons} />
      <div className={css.actions}>
        {data.see ? (
          <Button variant="default" size="xs" leftSection={<IconEye size={14} />} onClick={() => setSimulating(true)}>
            {t('open_as')}
          </Button>
        ) : null}
        {data.removed ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUserCheck size={14} />}
            onClick={() => void giveBack().catch(toast.failure)}
          >
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
            onConfirm={takeOff}
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
