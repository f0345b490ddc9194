import { add } from '@vitrine/contract/notifications/broadcasts.ts';
import type { RichText } from '@vitrine/contract/richText.ts';
import { emptyText } from '@vitrine/contract/richText.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import type { AudienceValues } from './audienceFields.tsx';
import { AudienceFields, audienceBody, nobodyYet } from './audienceFields.tsx';

type NewValues = AudienceValues & { texts: { 'pt-BR': { subject: string; body: RichText } } };

/** A draft with a subject and somebody to read it; the text is written on its page. */
export function NewBroadcast({ onSaved, onClose }: { onSaved: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation('broadcasts');
  const made = useRef<string | null>(null);
  const labels = { 'texts.pt-BR.subject': t('subject'), audience: t('audience') };
  const state = useResourceForm<NewValues>({
    initial: { ...nobodyYet, texts: { 'pt-BR': { subject: '', body: emptyText } } },
    schema: add.body,
    labels,
    toBody: ({ texts, ...values }) => ({ texts, ...audienceBody(values) }),
    save: async (body) => {
      const saved = await call(add, { body });
      made.current = saved.id;
      return saved;
    },
    success: t('added'),
    onSaved: () => {
      onClose();
      if (made.current !== null) onSaved(made.current);
    },
  });
  const close = () => void state.mayLeave().then((yes) => yes && onClose());
  return (
    <SidePanel title={t('add')} size={560} onClose={close}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'text', name: 'texts.pt-BR.subject', label: t('subject'), required: true }]}
        submitLabel={t('add')}
        onCancel={close}
      >
        <AudienceFields form={state.form} />
      </ResourceForm>
    </SidePanel>
  );
}
