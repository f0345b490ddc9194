import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import panel from '#ui/panel.module.css';
import css from './incidents.module.css';
import { useWorksheetLabels } from './worksheet.tsx';

/** The worksheet of a closed incident, or for a partner, who changes nothing. */
export function ReadWorksheet({ incident }: { incident: WholeIncident }) {
  const { t } = useTranslation(['incidents', 'incidentFile']);
  const labels = useWorksheetLabels();
  const moment = (at: string | null) => (at === null ? '' : formatDateTime(at));
  const rows = [
    [labels.happened, incident.happened],
    [labels.happened_start, moment(incident.happened_from)],
    [labels.happened_end, moment(incident.happened_until)],
    [labels.data_kinds, incident.data_kinds.map((kind) => t(`incidentFile:data_${kind}`)).join(', ')],
    [labels.cause, incident.cause],
    [labels.measures, incident.measures],
    [labels.risk, t(`incidentFile:risk_${incident.risk}`)],
    [labels.risk_reason, incident.risk_reason],
    [labels.data_officer, incident.data_officer],
    [t('closing_fact'), incident.closing],
  ] as const;
  return (
    <div className={panel.stack}>
      <p className={panel.note}>{t(incident.can.reopen ? 'read_only' : 'look_only')}</p>
      <dl className={css.sheet}>
        {rows
          .filter(([, said]) => said !== '')
          .map(([label, said]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{said}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
