import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import type { Comparison } from '@vitrine/contract/organisation/unitSetup.ts';
import { apply, compare, get, units } from '#endpoints/organisation/unitSetup.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { readFile } from '#platform/savedFile.ts';
import { useEndpoint } from '#platform/query.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Chooser } from './chooser.tsx';
import type { SentFile, Source } from './sourceCard.tsx';
import { SourceCard } from './sourceCard.tsx';
import { Differences } from './differences.tsx';
import { RolloutCard } from './rolloutCard.tsx';
import css from './unitSetup.module.css';

/** What was compared: applying sends the same. */
export type Compared = { comparison: Comparison; text: string; sections: SetupSection[] };

/** The set-up of a unit, as its file has it now. */
function useTextOf(unit: string | null) {
  return useQuery({
    queryKey: [get.path, unit],
    queryFn: () => readFile(get, { params: { tenant_id: unit ?? '' } }),
    enabled: unit !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** `/unit/setup`: takes the set-up of a unit away, compares it with units, and applies it to them. */
export function UnitSetup() {
  const { t } = useTranslation('unitSetup');
  const { unit: asked }: { unit?: string } = useSearch({ strict: false });
  const { data, error, refetch } = useEndpoint(units, {});
  const [chosen, setChosen] = useState<string | null>(asked ?? null);
  const [file, setFile] = useState<SentFile | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  const [problem, setProblem] = useState('');
  const [rollout, setRollout] = useState<string | null>(null);

  const several = (data?.data.length ?? 0) > 1;
  // Who has one unit alone takes its set-up away; there is no other to apply it to.
  const only = several ? null : (data?.data[0]?.id ?? null);
  const unit = file ? null : ((data?.data.some(({ id }) => id === chosen) ? chosen : null) ?? only);
  const taken = useTextOf(several ? unit : null);
  const source: Source | null = file
    ? { key: `file ${file.name} ${file.text.length}`, text: file.text, unit: null }
    : unit && taken.data !== undefined
      ? { key: unit, text: taken.data, unit }
      : null;
  const begin = (next: { unit: string | null; file: SentFile | null }) => {
    setChosen(next.unit);
    setFile(next.file);
    setCompared(null);
    setRollout(null);
    setProblem('');
  };
  const look = async (text: string, unit_ids: string[], sections: SetupSection[]) => {
    setProblem('');
    try {
      const comparison = await call(compare, { body: { text, unit_ids, sections } });
      setRollout(null);
      setCompared({ comparison, text, sections });
    } catch (failure) {
      setCompared(null);
      setProblem(failureOf(failure).message);
    }
  };
  const start = async ({ text, sections }: Compared, unit_ids: string[]) => {
    const { rollout_id } = await call(apply, { body: { text, sections, unit_ids } });
    setCompared(null);
    setRollout(rollout_id);
  };
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} description={t('description')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <SourceCard
            units={data.data}
            unit={unit}
            file={file}
            onUnit={(id) => begin({ unit: id, file: null })}
            onFile={(sent) => begin({ unit: null, file: sent })}
          />
          {taken.error ? <ErrorState error={taken.error} onRetry={() => void taken.refetch()} /> : null}
          {source ? (
            <Chooser
              key={source.key}
              source={source}
              units={data.data}
              sections={data.sections}
              onChanged={() => setCompared(null)}
              onCompare={(unit_ids, sections) => look(source.text, unit_ids, sections)}
            />
          ) : null}
          {problem ? (
            <p className={css.problem} role="alert">
              {problem}
            </p>
          ) : null}
          {compared ? <Differences compared={compared.comparison} onApply={(unit_ids) => start(compared, unit_ids)} /> : null}
          {rollout ? <RolloutCard rollout_id={rollout} /> : null}
        </>
      ) : error ? null : (
        <Skeleton height={180} radius="md" />
      )}
    </div>
  );
}
