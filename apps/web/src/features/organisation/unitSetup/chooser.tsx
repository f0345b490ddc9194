import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import type { SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Source, Unit } from './sourceCard.tsx';
import css from './unitSetup.module.css';

type Props = {
  source: Source;
  units: readonly Unit[];
  sections: readonly SetupSection[];
  onChanged: () => void;
  onCompare: (unit_ids: string[], sections: SetupSection[]) => Promise<void>;
};

/** To which units, and what of it. */
export function Chooser({ source, units, sections, onChanged, onCompare }: Props) {
  const { t } = useTranslation('unitSetup');
  const others = units.filter(({ id }) => id !== source.unit);
  const [chosen, setChosen] = useState<string[]>(others.length === 1 ? others.map(({ id }) => id) : []);
  const [parts, setParts] = useState<SetupSection[]>([...sections]);
  const [running, setRunning] = useState(false);
  const toggle = <Value,>(values: readonly Value[], value: Value) =>
    values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  const run = async () => {
    setRunning(true);
    await onCompare(chosen, parts);
    setRunning(false);
  };
  return (
    <section className={css.card} data-surface="card">
      <fieldset className={css.choices}>
        <legend>{t('targets')}</legend>
        {others.length > 1 ? (
          <Checkbox
            label={t('all_units')}
            checked={chosen.length === others.length}
            indeterminate={chosen.length > 0 && chosen.length < others.length}
            onChange={() => {
              setChosen(chosen.length === others.length ? [] : others.map(({ id }) => id));
              onChanged();
            }}
          />
        ) : null}
        {others.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={() => {
              setChosen(toggle(chosen, id));
              onChanged();
            }}
          />
        ))}
      </fieldset>
      <fieldset className={css.choices}>
        <legend>{t('parts')}</legend>
        {sections.map((section) => (
          <Checkbox
            key={section}
            label={t(`section_${section}`)}
            checked={parts.includes(section)}
            onChange={() => {
              setParts(toggle(parts, section));
              onChanged();
            }}
          />
        ))}
      </fieldset>
      <div className={css.row}>
        <Button loading={running} disabled={chosen.length === 0 || parts.length === 0} onClick={() => void run()}>
          {t('compare')}
        </Button>
        <span className={css.dim}>{t('compare_text')}</span>
      </div>
    </section>
  );
}
