import { saveRules } from '@vitrine/contract/features/users.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { Dialog } from '../../core/ui/Dialog.tsx';
import { ResourceForm } from '../../core/ui/form/ResourceForm.tsx';
import { useResourceForm } from '../../core/ui/form/useResourceForm.ts';

type Props = { days: number | null; onSaved: () => Promise<unknown>; onClose: () => void };

/** After how many days without a sign-in an account is blocked by itself. */
export function RulesDialog({ days, onSaved, onClose }: Props) {
  const { t } = useTranslation('users');
  const label = t('auto_block_days');
  const state = useResourceForm<{ on: boolean; auto_block_days: number }>({
    initial: { on: days !== null, auto_block_days: days ?? 90 },
    schema: saveRules.body,
    labels: { auto_block_days: label },
    toBody: ({ on, auto_block_days }) => ({ auto_block_days: on ? auto_block_days : null }),
    save: (body) => call(saveRules, { body }),
    onSaved: () => {
      void onSaved();
      onClose();
    },
  });
  return (
    <Dialog title={t('rules')} onClose={onClose} width="30dvw">
      <ResourceForm
        state={state}
        fields={[
          { kind: 'switch', name: 'on', label: t('auto_block'), description: t('auto_block_text') },
          { kind: 'number', name: 'auto_block_days', label, min: 30, max: 365, suffix: t('days'), disabled: !state.form.values.on },
        ]}
        onCancel={onClose}
      />
    </Dialog>
  );
}
