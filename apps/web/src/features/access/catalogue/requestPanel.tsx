import { browse, request, requests, waiting } from '@vitrine/contract/access/catalogue.ts';
import type { CatalogueReport } from '@vitrine/contract/access/catalogue.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './catalogue.module.css';

/** Requesting a report: one field, the reason. */
export function RequestPanel({ report, onClose }: { report: CatalogueReport; onClose: () => void }) {
  const { t } = useTranslation('catalogue');
  const stale = useStale();
  const state = useResourceForm({
    initial: { reason: '' },
    schema: request.body,
    labels: { reason: t('reason') },
    toBody: (values) => ({ ...values, report_id: report.id }),
    save: (body) => call(request, { body }),
    success: t('sent'),
    onSaved: () => {
      void stale(browse, requests, waiting);
      onClose();
    },
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('request_title', { title: report.title })} onClose={() => void close()}>
      {report.description ? <p className={css.text}>{report.description}</p> : null}
      <ResourceForm
        state={state}
        fields={[{ name: 'reason', kind: 'textarea', label: t('reason'), description: t('reason_hint'), required: true }]}
        submitLabel={t('send')}
        onCancel={() => void close()}
      />
    </SidePanel>
  );
}
