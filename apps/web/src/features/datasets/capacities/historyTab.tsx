import { IconHistory } from '@tabler/icons-react';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { CapacityDetail } from '@vitrine/contract/datasets/capacities.ts';
import { history } from '#endpoints/datasets/capacities.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { formatDollars } from '#platform/money.ts';
import { momentText } from '#platform/unitClock.ts';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';
import { costOption } from './costOption.ts';
import css from './capacities.module.css';

const height = 240;
const kinds = { asked: 'info', done: 'success', failed: 'error', refused: 'error' } as const;

type History = Answer<typeof history>;
type Act = History['acts'][number];

function ActRow({ act }: { act: Act }) {
  const { t } = useTranslation('capacities');
  const { kind, source, by, reason, state, refusal, from_sku: from, to_sku: to, asked_at } = act;
  const who = source === 'person' ? (by ?? t('by_unknown')) : t(`by_${source}`);
  const why = [reason === null ? '' : t(`reason_${reason}`), refusal === null ? '' : t(`refusal_${refusal}`)].filter(Boolean).join(' ');
  return (
    <li>
      <IconHistory size={16} aria-hidden="true" />
      <span className={panel.what}>
        <span>{kind === 'scale' && to !== null ? t('act_scale_sizes', { from: from ?? '–', to }) : t(`act_${kind}`)}</span>
        <span className={panel.detail}>
          {who} · <RelativeTimeCell value={asked_at} />
        </span>
        {why === '' ? null : <span className={panel.detail}>{why}</span>}
      </span>
      <StatusCell kind={kinds[state]}>{t(`act_state_${state}`)}</StatusCell>
    </li>
  );
}

function Costs({ hours, timezone }: { hours: History['hours']; timezone: string }) {
  const { t } = useTranslation('capacities');
  const points = useMemo(
    () => hours.toReversed().map(({ hour, cents }) => ({ at: momentText(hour, timezone), cost: (cents ?? 0) / 100 })),
    [hours, timezone],
  );
  const word = t('cost');
  const option = useMemo(() => costOption(points, word), [points, word]);
  return (
    <ChartCard
      title={t('cost_by_hour')}
      height={height}
      option={option}
      head={[t('hour'), t('size'), t('ran_minutes'), word]}
      rows={hours.map(({ hour, sku, minutes, cents }) => [
        momentText(hour, timezone),
        sku,
        minutes,
        cents === null ? '–' : formatDollars(cents),
      ])}
      nothing={hours.length === 0 ? t('cost_nothing') : null}
    />
  );
}

/** What it cost by the hour, and who or which rule did what, with the outcome. */
export function HistoryTab({ capacity: { id, timezone } }: { capacity: CapacityDetail }) {
  const { t } = useTranslation('capacities');
  const { data, error, refetch } = useEndpoint(history, { params: { id } }, { staleTime: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <div className={panel.stack}>
      <Costs hours={data.hours} timezone={timezone} />
      <p className={panel.note}>{t('cost_note')}</p>
      <h3 className={css.heading}>{t('acts')}</h3>
      {data.acts.length === 0 ? <p className={panel.note}>{t('acts_none')}</p> : null}
      {data.acts.length > 0 ? (
        <ul className={panel.rows} aria-label={t('acts')}>
          {data.acts.map((act) => (
            <ActRow key={act.id} act={act} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
