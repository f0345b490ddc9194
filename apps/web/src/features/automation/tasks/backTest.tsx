import { Button, Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { BackTest, TestedDay } from '@vitrine/contract/automation/taskQuestions.ts';
import { backTest, testedDays } from '@vitrine/contract/automation/taskQuestions.ts';
import { withoutValue } from '@vitrine/contract/automation/task.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { momentText } from '#platform/unitClock.ts';
import { ChartCard } from '#ui/chart/chartCard.tsx';
import panel from '#ui/panel.module.css';
import { pastOption } from './pastOption.ts';
import { byTable, datesOf, keyOf, named, useTaskModel } from './taskModel.ts';
import type { TaskFormState, TaskValues } from './taskValues.ts';
import { bodyOf } from './taskValues.ts';
import { limitsOf } from './valueOption.ts';
import css from './tasks.module.css';
import own from './taskQuestions.module.css';

const height = 220;
const timesShown = 12;

/** The part of a task that decides, and whom it tells. */
function ruleOf(values: TaskValues) {
  const { report_id, query, use_variables, variables, column_name, value, value_to, repeat, repeat_minutes, repetitions, ...rest } =
    bodyOf(values);
  const { tell_recovery, to_self, membership_ids, user_group_ids, triggers } = rest;
  const rule = { report_id, query, use_variables, variables, column_name, operator: values.operator, value, value_to };
  return { ...rule, repeat, repeat_minutes, repetitions, tell_recovery, to_self, membership_ids, user_group_ids, triggers };
}

function Figures({ past: { messages, fired, recovered, recipients }, calls }: { past: BackTest; calls: boolean }) {
  const { t } = useTranslation('taskQuestions');
  const figures = [
    ...(calls ? [[t('figure_calls'), fired + recovered] as const] : []),
    [t('figure_recipients'), recipients],
    [t('figure_each'), recipients === 0 ? 0 : fired + recovered],
    [t('figure_messages'), messages],
  ] as const;
  return (
    <dl className={own.figures}>
      {figures.map(([word, number]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{formatNumber(number)}</dd>
        </div>
      ))}
    </dl>
  );
}

type Rule = Pick<TaskValues, 'kind' | 'operator' | 'value' | 'value_to'>;

function PastChart({ past: { days }, rule }: { past: BackTest; rule: Rule }) {
  const { operator, value: from, value_to } = rule;
  const { t } = useTranslation('taskQuestions');
  const [value, limit, notice] = [t('past_value'), t('past_limit'), t('past_notice')];
  const option = useMemo(
    () => pastOption(days, limitsOf({ kind: 'alert', operator, value: from, value_to }), { value, threshold: limit, notice }),
    [days, operator, from, value_to, value, limit, notice],
  );
  const shownValue = (one: TestedDay) =>
    one.runs === 0 ? t('no_run') : one.number_value !== null ? formatNumber(one.number_value) : (one.value ?? t('no_value'));
  return (
    <ChartCard
      title={t('past_chart')}
      height={height}
      option={option}
      head={[t('past_day'), value, t('past_met'), notice]}
      rows={days
        .toReversed()
        .map((one) => [formatDate(one.day), shownValue(one), t(one.met ? 'met_yes' : 'met_no'), one.fired + one.recovered])}
    />
  );
}

function Past({ past, rule }: { past: BackTest; rule: Rule }) {
  const { t } = useTranslation('taskQuestions');
  const { timezone, source, gap, detail, told_at, fired, recovered, dropped } = past;
  if (source === null)
    return (
      <p className={panel.note}>
        {t(`gap_${gap ?? 'no_values'}`)} {detail}
      </p>
    );
  const times = told_at.slice(0, timesShown).map((at) => momentText(at, timezone));
  return (
    <>
      <p className={own.result}>
        {[t('would_tell', { count: fired }), ...(recovered > 0 ? [t('back_to_normal', { count: recovered })] : [])].join(' ')}
      </p>
      <Figures past={past} calls={rule.kind === 'webhook'} />
      {dropped > 0 ? <p className={css.dim}>{t('left_out', { count: dropped })}</p> : null}
      {times.length > 0 ? (
        <p className={css.dim}>{t('told_when', { times: `${times.join(' · ')}${told_at.length > timesShown ? ' …' : ''}` })}</p>
      ) : null}
      <p className={css.dim}>{t(`source_${source}`)}</p>
      <PastChart past={past} rule={rule} />
    </>
  );
}

/** When the rule of the form would have told people in the last days, before it is saved. */
export function BackTestSection({ form, task_id }: { form: TaskFormState; task_id: string | null }) {
  const { t } = useTranslation('taskQuestions');
  const values = form.getValues();
  const { report, kind, query, operator, value, value_to } = values;
  const { data: model } = useTaskModel(report?.id ?? null);
  const [days, setDays] = useState<BackTestDays>(30);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tested, setTested] = useState<{ asked: string; past: BackTest } | null>(null);
  const [refusal, setRefusal] = useState<{ asked: string; sentence: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const dates = model ? datesOf(model) : [];
  // Where there is one, there is nothing to choose.
  const column = named(dates, chosen) ?? (dates.length === 1 ? dates[0] : undefined);
  const date_column = column ? { table: column.table, name: column.name } : null;
  const body = { ...ruleOf(values), task_id, days, date_column };
  const asked = JSON.stringify(body);
  const ready = report !== null && query.trim() !== '' && (withoutValue.includes(operator) || value.trim() !== '');
  const show = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      setTested({ asked, past: await call(backTest, { body }) });
    } catch (error) {
      const { fields, message } = failureOf(error);
      setRefusal({ asked, sentence: Object.values(fields)[0] ?? message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={panel.section} aria-label={t('past')}>
      <h3 className={css.heading}>{t('past')}</h3>
      <p className={css.dim}>{t('past_text')}</p>
      <div className={panel.pair}>
        <Select
          label={t('past_days')}
          data={testedDays.map((count) => ({ value: String(count), label: t('past_days_of', { days: count }) }))}
          value={String(days)}
          onChange={(picked) => setDays(testedDays.find((count) => String(count) === picked) ?? 30)}
          allowDeselect={false}
        />
        <Select
          label={t('date_column')}
          description={t('date_column_text')}
          data={byTable(dates)}
          value={column ? keyOf(column) : null}
          onChange={setChosen}
          placeholder={model && dates.length === 0 ? t('date_column_none') : ''}
          disabled={dates.length === 0}
          searchable
          nothingFoundMessage={t('nothing_named')}
        />
      </div>
      <div className={css.ask}>
        <Button variant="default" leftSection={<IconHistory size={16} />} loading={busy} disabled={!ready} onClick={() => void show()}>
          {t('show_past')}
        </Button>
        {ready ? null : <span className={css.dim}>{t('past_needs')}</span>}
      </div>
      <div role="status" className={own.past}>
        {refusal?.asked === asked ? <p className={css.error}>{refusal.sentence}</p> : null}
        {/* Of another rule than that of the form nothing is said. */}
        {tested?.asked === asked ? <Past past={tested.past} rule={{ kind, operator, value, value_to }} /> : null}
      </div>
    </section>
  );
}

type BackTestDays = (typeof testedDays)[number];
