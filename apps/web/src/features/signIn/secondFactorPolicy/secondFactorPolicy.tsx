import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton, Switch } from '@mantine/core';
import type { SecondFactorPolicy } from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import { getPolicy, listStopped, savePartnerPolicy, savePolicy } from '#endpoints/signIn/secondFactorPolicy.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { toast } from '#platform/toast.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import { PeopleBar } from './peopleBar.tsx';
import css from './secondFactorPolicy.module.css';
import { Stopped } from './stopped.tsx';

type Rules = { unit: boolean; partner: boolean; trusted: boolean; admins: boolean };

const rulesOf = ({ unit, partner }: SecondFactorPolicy): Rules => ({
  unit: unit.require_second_factor,
  partner: partner.require_second_factor,
  trusted: unit.trusted_devices,
  admins: unit.admins_set_second_factor,
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
        await call(savePartnerPolicy, { body: { require_second_factor: rules.partner, version: policy.partner.version } });
      }
      const { unit, trusted, admins } = rules;
      if (unit !== saved.unit || trusted !== saved.trusted || admins !== saved.admins) {
        const body = {
          require_second_factor: unit,
          trusted_devices: trusted,
          admins_set_second_factor: admins,
          version: policy.unit.version,
        };
        await call(savePolicy, { body });
      }
      toast.success(t('saved'));
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
        ) : policy.partner.require_second_factor ? (
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
        {role === 'partner' ? (
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

/** `/security`: the policy of second factors, and whom a stricter one would affect. */
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
