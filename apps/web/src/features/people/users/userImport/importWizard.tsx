import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import { get } from '#endpoints/people/userImport.ts';
import type { bulk } from '@vitrine/contract/people/users.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './importWizard.module.css';
import { MapStep } from './mapStep.tsx';
import { ResultsStep } from './resultsStep.tsx';
import { ReviewStep } from './reviewStep.tsx';
import { RunStep } from './runStep.tsx';
import { UploadStep } from './uploadStep.tsx';

const steps = ['upload', 'map', 'review', 'run', 'results'] as const;
type Step = (typeof steps)[number];

/** The step of an import; between columns and review the address decides. */
function stepOf(given: UserImport | undefined, wanted: string | undefined): Step {
  if (!given) return 'upload';
  if (given.state === 'running') return 'run';
  if (given.state !== 'review') return 'results';
  return wanted === 'review' ? 'review' : 'map';
}

function StepName({ number, name, go }: { number: number; name: string; go: (() => void) | null }) {
  const text = (
    <>
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      {name}
    </>
  );
  return go ? (
    <button type="button" onClick={go}>
      {text}
    </button>
  ) : (
    text
  );
}

/** The import of people in five steps. The address names the import, so that it can be left and resumed. */
export function ImportWizard({ importId, onInvited }: { importId: string; onInvited: (result: Answer<typeof bulk>) => void }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const isNew = importId === 'new';
  const { data, error, refetch } = useEndpoint(get, { params: { id: importId } }, { enabled: !isNew, staleTime: 0 });
  const given = isNew ? undefined : data;
  const go = (id: string, step?: string) => void navigate({ to: '.', search: { import: id, ...(step ? { step } : {}) } });
  const leave = () => void navigate({ to: '.', search: {} });
  const step = stepOf(given, search['step']);
  /** Until the import runs, one may go back to the columns and to another file. */
  const backTo = (wanted: Step) => {
    if (given?.state !== 'review' || steps.indexOf(wanted) >= steps.indexOf(step)) return null;
    return () => (wanted === 'upload' ? go('new') : go(given.id));
  };

  return (
    <>
      <PageHeader
        title={t('import_title')}
        description={given ? given.file_name : t('import_text')}
        back={
          <Button variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={16} />} onClick={leave}>
            {t('title')}
          </Button>
        }
      />
      <ol className={css.steps} aria-label={t('import_steps')}>
        {steps.map((each, index) => (
          <li key={each} aria-current={each === step ? 'step' : undefined} data-done={steps.indexOf(step) > index || undefined}>
            <StepName number={index + 1} name={t(`step_${each}`)} go={backTo(each)} />
          </li>
        ))}
      </ol>
      {error && !given && !isNew ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isNew ? <UploadStep onAdded={(added) => go(added.id)} onOpen={(id) => go(id)} /> : null}
      {given && step === 'map' ? (
        <MapStep key={given.version} given={given} onMapped={() => void refetch().then(() => go(given.id, 'review'))} onLeave={leave} />
      ) : null}
      {given && step === 'review' ? <ReviewStep given={given} onBack={() => go(given.id)} onChanged={() => void refetch()} /> : null}
      {given && step === 'run' ? <RunStep given={given} /> : null}
      {given && step === 'results' ? (
        <ResultsStep given={given} onInvited={onInvited} onChanged={() => void refetch()} onAgain={() => go('new')} onFinish={leave} />
      ) : null}
    </>
  );
}
