import { Button } from '@mantine/core';
import type { SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import type { Comparison, SetupChange, SetupProblem } from '@vitrine/contract/organisation/unitSetup.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusCell } from '#ui/cells.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { useChanges } from '#ui/history/fieldWords.ts';
import { ChangeLine } from '#ui/history/historyTab.tsx';
import { useProblemWords } from './problemWords.ts';
import css from './unitSetup.module.css';

const kinds = { added: 'success', changed: 'info' } as const;
type Written = SetupChange & { kind: keyof typeof kinds };
const isWritten = (change: SetupChange): change is Written => change.kind !== 'only_there';

function ChangeOf({ change: { section, kind, name, before, after } }: { change: Written }) {
  const { t } = useTranslation('unitSetup');
  const changes = useChanges()({ before, after, names: {} });
  return (
    <li className={css.change}>
      <p>
        <StatusCell kind={kinds[kind]}>{t(kind)}</StatusCell>
        {name ? <strong>{name}</strong> : null}
      </p>
      {changes.length > 0 ? (
        <ul>
          {changes.map((change) => (
            <ChangeLine key={change.key} change={change} {...(section === 'settings' ? { nothing: t('inherited') } : {})} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

export function Problems({ problems }: { problems: readonly SetupProblem[] }) {
  const { t } = useTranslation('unitSetup');
  const wordsOf = useProblemWords();
  if (problems.length === 0) return null;
  return (
    <div className={css.against}>
      <p>{t('stands_against')}</p>
      <ul>
        {problems.map((problem) => (
          <li key={[problem.section, problem.name, problem.problem, problem.about].join('\n')}>
            {t(`section_${problem.section}`)}
            {': '}
            {wordsOf(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What of a section would be written, and in one line what is only there. */
function SectionDifference({ section, changes }: { section: SetupSection; changes: readonly SetupChange[] }) {
  const { t } = useTranslation('unitSetup');
  const here = changes.filter((change) => change.section === section);
  const written = here.filter(isWritten);
  const onlyThere = here.filter((change) => !isWritten(change)).map(({ name }) => name);
  return (
    <section>
      <h3>{t(`section_${section}`)}</h3>
      {written.length > 0 ? (
        <ul className={css.changes}>
          {written.map((change) => (
            <ChangeOf key={`${change.kind} ${change.name}`} change={change} />
          ))}
        </ul>
      ) : null}
      {onlyThere.length > 0 ? <p className={css.dim}>{t('only_there', { names: onlyThere.join(', ') })}</p> : null}
    </section>
  );
}

function UnitDifference({ unit: { name, changes, problems }, open }: { unit: Comparison['units'][number]; open: boolean }) {
  const { t } = useTranslation('unitSetup');
  const sections = [...new Set(changes.map(({ section }) => section))];
  return (
    <details className={css.unit} open={open}>
      <summary>
        <strong>{name}</strong>
        <StatusCell kind={problems.length > 0 ? 'warning' : 'neutral'}>
          {problems.length > 0 ? t('stands_against') : t('changes', { count: changes.filter(isWritten).length })}
        </StatusCell>
      </summary>
      <Problems problems={problems} />
      {changes.length === 0 ? <p className={css.dim}>{t('equal')}</p> : null}
      {sections.map((section) => (
        <SectionDifference key={section} section={section} changes={changes} />
      ))}
    </details>
  );
}

/** What would change in each unit, and the button that changes it. A unit that something stands against is left out. */
export function Differences({ compared, onApply }: { compared: Comparison; onApply: (unit_ids: string[]) => Promise<void> }) {
  const { t } = useTranslation('unitSetup');
  const [asking, setAsking] = useState(false);
  const { units } = compared;
  const ready = units.filter(({ changes, problems }) => problems.length === 0 && changes.filter(isWritten).length > 0);
  const leftOut = units.filter(({ problems }) => problems.length > 0).length;
  return (
    <section className={css.card} data-surface="card" aria-labelledby="setup-result">
      <h2 id="setup-result">{t('result')}</h2>
      {units.map((unit) => (
        <UnitDifference key={unit.id} unit={unit} open={units.length <= 3} />
      ))}
      <div className={css.row}>
        <Button disabled={ready.length === 0} onClick={() => setAsking(true)}>
          {t('apply_in', { count: ready.length })}
        </Button>
        {leftOut > 0 ? <span className={css.dim}>{t('left_out', { count: leftOut })}</span> : null}
      </div>
      {asking ? (
        <ConfirmDialog
          title={t('apply_in', { count: ready.length })}
          text={t('apply_sure')}
          confirm={t('apply')}
          onConfirm={() => onApply(ready.map(({ id }) => id))}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}
