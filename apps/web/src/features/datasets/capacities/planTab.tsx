import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import type { CapacityDetail, CapacityPlan, WeekFigures } from '@vitrine/contract/datasets/capacities.ts';
import { coldStartsAtMost } from '@vitrine/contract/datasets/capacities.ts';
import { applyPlan, plan } from '#endpoints/datasets/capacities.ts';
import { list as shiftList } from '#endpoints/settings/accessHours.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { summarise } from '#platform/weekHours.ts';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';
import { PriceCell } from './capacityCells.tsx';
import css from './capacities.module.css';

const figure = (value: number): string => formatNumber(value, { maximumFractionDigits: 1 });

function Row({ name, figures, proposed = false }: { name: string; figures: WeekFigures | null; proposed?: boolean }) {
  const { t } = useTranslation('capacities');
  if (figures === null) return null;
  return (
    <tr data-proposed={proposed || undefined}>
      <th scope="row">{name}</th>
      <td data-label={t('plan_hours')}>{figure(figures.hours_on)}</td>
      <td data-label={t('plan_starts')}>{figure(figures.cold_starts)}</td>
      <td data-label={t('plan_waiting')}>{figure(figures.waiting)}</td>
      <td data-label={t('plan_cost')}>
        <PriceCell cents={figures.cents} />
      </td>
    </tr>
  );
}

function Choices({ found, shift }: { found: CapacityPlan; shift: string | undefined }) {
  const { t } = useTranslation('capacities');
  return (
    <table className={css.choices}>
      <caption>{t('plan_week')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('plan_choice')}</th>
          <th scope="col">{t('plan_hours')}</th>
          <th scope="col">{t('plan_starts')}</th>
          <th scope="col">{t('plan_waiting')}</th>
          <th scope="col">{t('plan_cost')}</th>
        </tr>
      </thead>
      <tbody>
        <Row name={t('plan_always')} figures={found.always} />
        <Row name={t('plan_on_demand')} figures={found.on_demand} />
        <Row name={t('plan_own')} figures={found.own} />
        <Row name={t('plan_shift', { name: shift ?? '' })} figures={found.shift} />
        <Row name={t('plan_proposal')} figures={found.proposal} proposed />
      </tbody>
    </table>
  );
}

/** With one click the proposed hours become a calendar that the capacity follows. */
function Apply({
  capacity,
  found,
  coldStarts,
  onSaved,
}: {
  capacity: CapacityDetail;
  found: CapacityPlan;
  coldStarts: number;
  onSaved: () => void;
}) {
  const { t, i18n } = useTranslation('capacities');
  const [name, setName] = useState(() => t('plan_name', { name: capacity.name }));
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { ranges } = found.proposal;
  if (ranges.length === 0) return <p className={panel.note}>{t('plan_no_hours')}</p>;
  const apply = async () => {
    setAsking(true);
    setRefusal(null);
    try {
      const body = { name, cold_starts: coldStarts, version: found.version };
      await call(applyPlan, { params: { id: capacity.id }, body });
      toast.success(t('plan_applied', { name }));
      onSaved();
    } catch (error) {
      const { message, fields } = failureOf(error);
      setRefusal(fields['name'] ?? message);
    }
    setAsking(false);
  };
  return (
    <>
      <ul className={css.ranges}>
        {summarise(ranges, i18n.language)
          .split('; ')
          .map((days) => (
            <li key={days}>{days}</li>
          ))}
      </ul>
      {capacity.can.edit ? (
        <form
          className={css.apply}
          onSubmit={(event) => {
            event.preventDefault();
            void apply();
          }}
        >
          <TextInput
            label={t('plan_shift_name')}
            value={name}
            maxLength={120}
            error={refusal}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={asking} leftSection={<IconCalendarCheck size={16} />}>
            {t('plan_apply')}
          </Button>
          <p className={panel.note}>{t('plan_apply_hint', { minutes: found.inactive_minutes })}</p>
        </form>
      ) : null}
    </>
  );
}

/** What other hours would have cost and whom they would have kept waiting, by the use of the last weeks. */
export function PlanTab({ capacity, onSaved }: { capacity: CapacityDetail; onSaved: () => void }) {
  const { t } = useTranslation('capacities');
  const [typed, setTyped] = useState<number | ''>(3);
  const [shiftId, setShiftId] = useState<string | null>(null);
  const coldStarts = typed === '' ? 0 : typed;
  const wanted = { cold_starts: String(coldStarts), ...(shiftId === null ? {} : { shift_id: shiftId }) };
  const { data, error, refetch } = useEndpoint(plan, { params: { id: capacity.id }, query: wanted });
  const { data: shifts } = useEndpoint(shiftList, { query: { per_page: 100 } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.uses === 0) return <p className={panel.note}>{t('plan_nothing')}</p>;
  const offered = (shifts?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={panel.stack}>
      <p className={panel.note}>
        {t('plan_note', {
          days: data.days,
          uses: formatNumber(data.uses),
          minutes: data.inactive_minutes,
          start: figure(data.start_seconds / 60),
        })}
      </p>
      <div className={css.asked}>
        <NumberInput
          label={t('plan_at_most')}
          description={t('plan_at_most_hint')}
          min={0}
          max={coldStartsAtMost}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={typed}
          onChange={(value) => setTyped(typeof value === 'number' ? value : '')}
        />
        {offered.length > 0 ? (
          <Select
            label={t('plan_try')}
            description={t('plan_try_hint')}
            data={offered}
            value={shiftId}
            clearable
            searchable
            onChange={setShiftId}
          />
        ) : null}
      </div>
      <Choices found={data} shift={offered.find(({ value }) => value === shiftId)?.label} />
      <h3 className={css.heading}>{t('plan_proposal')}</h3>
      <Apply capacity={capacity} found={data} coldStarts={coldStarts} onSaved={onSaved} />
      <p className={panel.note}>{t('cost_note')}</p>
    </div>
  );
}
