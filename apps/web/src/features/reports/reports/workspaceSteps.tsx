import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { failureText, toast } from '#platform/toast.ts';
import type { Chosen, Outcome, Place, Source } from './register.ts';
import { registerAll } from './register.ts';
import { RegisterChoice } from './registerChoice.tsx';
import { RegisterPlace } from './registerPlace.tsx';
import { RegisterSource } from './registerSource.tsx';
import css from './register.module.css';

type Props = {
  placed: boolean;
  /** Above the first step: where reports come from. */
  choice: ReactNode;
  onRegistered: () => void;
  onOpen: (id: string) => void;
  /** Called with whether there are unsaved choices. */
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
};

const steps = ['source', 'reports', 'place'] as const;
const nowhere: Place = { group_id: '', subgroup_id: null };

const reasonOf = (error: unknown): string => {
  const failure = failureOf(error);
  return failure.fields['title'] ?? Object.values(failure.fields)[0] ?? failureText(failure);
};

/** Account and workspace, then reports, then their place: three steps, one decision each. */
export function WorkspaceSteps({ placed, choice, onRegistered, onOpen, onDirty, onClose }: Props) {
  const { t } = useTranslation(['reports', 'ui']);
  const [step, setStep] = useState<(typeof steps)[number]>('source');
  const [from, setFrom] = useState<{ source: Source; workspace: string } | null>(null);
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [place, setPlace] = useState<Place>(nowhere);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [done, setDone] = useState(0);

  useEffect(() => onDirty(chosen.length > 0), [onDirty, chosen.length]);
  const number = steps.indexOf(step) + 1;
  const finish = ({ registered, refused }: Outcome) => {
    if (registered.length > 0) {
      onRegistered();
      toast.success(t('registered', { count: registered.length }));
      for (const { title, identity_required } of registered) if (identity_required) toast.info(t('identity_needed', { title }));
    }
    setErrors(Object.fromEntries(refused.map(({ chosen: { id }, error }) => [id, reasonOf(error)])));
    setChosen(refused.map((one) => one.chosen));
    const [only] = registered;
    if (refused.length > 0) return;
    if (only && registered.length === 1) onOpen(only.id);
    else onClose();
  };
  const register = async () => {
    if (!from) return;
    setSaving(true);
    setDone(0);
    finish(await registerAll(from.source, placed ? place : { group_id: null, subgroup_id: null }, chosen, setDone));
    setSaving(false);
  };
  const titled = chosen.every(({ title }) => title.trim() !== '');
  return (
    <>
      {step === 'source' ? choice : null}
      <p className={css.progress}>
        {t('step_of', { step: number, total: steps.length, name: t(`step_${step}`) })}
        {from && step !== 'source' ? ` · ${from.workspace}` : ''}
      </p>
      {step === 'source' ? (
        <RegisterSource
          onChoose={(source, workspace) => {
            if (source.workspace_id !== from?.source.workspace_id) setChosen([]);
            setFrom({ source, workspace });
            setStep('reports');
          }}
        />
      ) : null}
      {step === 'reports' && from ? <RegisterChoice source={from.source} chosen={chosen} onChange={setChosen} /> : null}
      {step === 'place' ? (
        <RegisterPlace
          chosen={chosen}
          place={place}
          placed={placed}
          errors={errors}
          onPlace={setPlace}
          onTitle={(id, title) => setChosen(chosen.map((one) => (one.id === id ? { ...one, title } : one)))}
        />
      ) : null}
      {step === 'source' ? null : (
        <div className={css.bar} data-surface="card">
          <span className={css.progressing} aria-live="polite">
            {saving && chosen.length > 1 ? t('registering', { done, count: chosen.length }) : ''}
          </span>
          <Button variant="default" onClick={() => setStep(step === 'place' ? 'reports' : 'source')}>
            {t('back')}
          </Button>
          {step === 'reports' ? (
            <Button disabled={chosen.length === 0} onClick={() => setStep('place')}>
              {t('next')}
            </Button>
          ) : (
            <Button
              disabled={(placed && place.group_id === '') || chosen.length === 0 || !titled}
              loading={saving}
              onClick={() => void register()}
            >
              {t('register_count', { count: chosen.length })}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
