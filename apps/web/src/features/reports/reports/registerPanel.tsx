import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './register.module.css';
import { UploadSteps } from './reportUploads/uploadSteps.tsx';
import { WorkspaceSteps } from './workspaceSteps.tsx';

export type From = 'workspace' | 'file';

type Props = {
  from: From;
  onFrom: (from: From) => void;
  /** False for the operator, who has no groups to choose from. */
  placed: boolean;
  onRegistered: () => void;
  /** Continues with the assignments if a single report was registered. */
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** Registers reports of a workspace, or publishes a file there first. */
export function RegisterPanel({ from, onFrom, ...steps }: Props) {
  const { t } = useTranslation(['reports', 'ui']);
  const [dirty, setDirty] = useState(false);
  const mayLeave = async () => !dirty || (await toast.confirm(t('ui:discard_question')));
  const choose = async (next: From) => {
    if (next !== from && (await mayLeave())) onFrom(next);
  };
  const choice = (
    <div className={css.choices} role="group" aria-label={t('from_where')}>
      {(['workspace', 'file'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === from} onClick={() => void choose(one)}>
          {t(`from_${one}`)}
        </button>
      ))}
    </div>
  );
  const Steps = from === 'file' ? UploadSteps : WorkspaceSteps;
  const close = async () => {
    if (await mayLeave()) steps.onClose();
  };
  return (
    <SidePanel title={t('register')} size={640} onClose={() => void close()}>
      <Steps {...steps} choice={choice} onDirty={setDirty} />
    </SidePanel>
  );
}
