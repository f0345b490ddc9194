import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton, Switch } from '@mantine/core';
import type { SecondFactorPolicy } from '@vitrine/contract/features/secondFactorPolicy.ts';
import { getPolicy, listStopped, savePartnerPolicy, savePolicy } from '@vitrine/contract/features/secondFactorPolicy.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../core/failure.ts';
import { formatNumber } from '../../core/formats.ts';
import { call } from '../../core/http.ts';
import { useEndpoint, useStale } from '../../core/query.ts';
import { useViewer } from '../../core/shell/viewer.ts';
import { toast } from '../../core/toast.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import { ErrorState } from '../../core/ui/States.tsx';
import { PeopleBar } from './peopleBar.tsx';
import css from './secondFactorPolicy.module.css';
import { Stopped } from './stopped.tsx';

type Rules = { unit: boolean; partner: boolean; trusted: boolean; admins: boolean };

const rulesOf = ({ unit, partner }: SecondFactorPolicy): Rules => ({
  unit: unit.mfa_master,
  partner: partner.mfa_master,
  trusted: unit.trusted_devices,
  admins: unit.mfa_permission_admin,
});

function Form({ policy }: { policy: SecondFactorPolicy }) {
  const { t } = useTranslation('secondFactorPolicy');
  const { role } = useViewer();
  const stale = useStale();
  const saved = rulesOf(policy);
  const [rules, setRules] = useState(saved);
  const [busy, setBusy] = useState(false);
  const dirty = (Object.keys(saved) as (keyof Rules)[]).some((key) => saved[key] !== rules[key]);
  const set = (changes: Partial<Rules>) => setRules({ ...rules, ...changes });

  const save = async () => {
    const count = rules.partner && !saved.partner ? (policy.partner.none ?? 0) : rules.unit && !saved.unit ? policy.people.none : 0;
    if (count > 0 && !(await toast.confirm(t('sure', { count })))) return;
    setBusy(true);
    try {
      if (rules.partner !== saved.partner) {
        await call(savePartnerPolicy, { body: { mfa_master: rules.partner, version: policy.partner.version } });
      }
      const { unit, trusted, admins } = rules;
      if (unit !== saved.unit || trusted !== saved.trusted || admins !== saved.admins) {
        const body = { mfa_master: unit, trusted_devices: trusted, mfa_permission_admin: admins, version: policy.unit.version };
        await call(savePolicy, { body });
      }
      toast.success();
    } catch (error) {
      toast.failure(error);
      if (failureOf(error).word !== 'conflict') return setBusy(false);
    }
    await stale(getPolicy, listStopped);
    return setBusy(false);
  };
  return (
    <section className={css.card} data-surface="card" aria-label={t('title')}>
      <PeopleBar people={policy.people} />
      <div className={css.switches}>
        {policy.partner.may_change ? (
          <Switch
            label={t('partner')}
            description={t('partner_hint')}
            checked={rules.partner}
            onChange={(event) => set({ partner: event.currentTarget.checked })}
          />
        ) : policy.partner.mfa_master ? (
          <p className={css.note}>{t('partner_asks')}</p>
        ) : null}
        {policy.partner.units.length > 0 && !saved.partner ? (
          <p className={css.note}>
            {t('units_without', { list: policy.partner.units.map(({ name, none }) => `${name} (${formatNumber(none)})`).join(', ') })}
          </p>
        ) : null}
        <Switch
          label={t('unit')}
          description={t('unit_hint')}
          checked={rules.unit || rules.partner}
          disabled={rules.partner}
          onChange={(event) => set({ unit: event.currentTarget.checked })}
        />
        <Switch
          label={t('trusted')}
          description={t('trusted_hint')}
          checked={rules.trusted}
          onChange={(event) => set({ trusted: event.currentTarget.checked })}
        />
        {role === 'master' ? (
          <Switch
            label={t('admins')}
            description={t('admins_hint')}
            checked={rules.admins}
            onChange={(event) => set({ admins: event.currentTarget.checked })}
          />
        ) : null}
      </div>
      <div className={css.buttons}>
        <Button variant="default" disabled={!dirty || busy} onClick={() => setRules(saved)}>
          {t('discard')}
        </Button>
        <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </section>
  );
}

/** `/security`: who has to have a second factor, and who would be stopped by it tomorrow. */
export function Security() {
  const { t } = useTranslation('secondFactorPolicy');
  const { data, error, refetch } = useEndpoint(getPolicy, {});
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <Form key={`${data.unit.version} ${data.partner.version}`} policy={data} />
      ) : error ? null : (
        <Skeleton height={320} radius="md" />
      )}
      <Stopped />
    </>
  );
}
