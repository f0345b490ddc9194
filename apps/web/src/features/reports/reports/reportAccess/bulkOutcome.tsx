import type { BulkPreview } from '@vitrine/contract/access/bulkAccess.ts';
import { useTranslation } from 'react-i18next';
import css from '#ui/access/outcome.module.css';
import { OutcomeLine } from '#ui/access/outcomeLine.tsx';
import { useRulesText } from '#ui/access/rulesText.ts';
import texts from '#ui/access/texts.module.css';
import type { BulkDraft } from './useBulkDraft.ts';

type Troubled = BulkPreview['troubled'][number];

function Trouble({ troubled }: { troubled: Troubled }) {
  const { t } = useTranslation('reportAccess');
  const { active, no_data_rule, rule_refused, closed } = troubled;
  const words = [
    rule_refused > 0 ? t('out_refused', { count: rule_refused }) : null,
    no_data_rule > 0 ? t('out_no_rule', { count: no_data_rule }) : null,
    closed > 0 ? t(active ? 'out_closed' : 'out_hidden', { count: closed }) : null,
  ];
  return (
    <>
      {troubled.title}: {words.filter((word) => word !== null).join(' ')}
    </>
  );
}

function Lines({ told }: { told: BulkPreview }) {
  const { t } = useTranslation('reportAccess');
  const { people, looked_at, reports, sees, already, troubled, ruled_elsewhere, checked } = told;
  return (
    <ul className={texts.reasons}>
      {troubled.map((one) => (
        <OutcomeLine key={one.report_id} kind="warning">
          <Trouble troubled={one} />
        </OutcomeLine>
      ))}
      {already > 0 ? <OutcomeLine kind="info">{t('bulk_already', { count: already })}</OutcomeLine> : null}
      {ruled_elsewhere > 0 ? <OutcomeLine kind="info">{t('out_elsewhere', { count: ruled_elsewhere })}</OutcomeLine> : null}
      {people === 0 ? <OutcomeLine kind="info">{t('out_nobody')}</OutcomeLine> : null}
      {sees > 0 ? (
        <OutcomeLine kind={checked ? 'yes' : 'info'}>{checked ? t('bulk_checked', { count: sees }) : t('out_unchecked')}</OutcomeLine>
      ) : null}
      {looked_at.people < people || looked_at.reports < reports ? (
        <OutcomeLine kind="info">{t('bulk_some', { people: looked_at.people, reports: looked_at.reports })}</OutcomeLine>
      ) : null}
    </ul>
  );
}

/** The result in words and numbers, before it is saved: "12 people, 3 reports, only the rows of each". */
export function BulkOutcome({ state: { told, rules, model } }: { state: BulkDraft }) {
  const { t } = useTranslation('reportAccess');
  const rulesText = useRulesText(true);
  const { told: outcome, asking, failed } = told;
  const rows = rulesText(rules, model?.roles ?? []);
  return (
    <section className={css.outcome} aria-label={t('step_outcome')} aria-busy={asking}>
      <h3>{t('step_outcome')}</h3>
      <div aria-live="polite" data-stale={(outcome && asking) || undefined}>
        {outcome ? (
          <>
            <p className={css.headline}>
              {[
                t('out_people', { count: outcome.people }),
                t('bulk_reports', { count: outcome.reports }),
                ...(rows === null ? [] : [rows]),
              ].join(', ')}
            </p>
            <Lines told={outcome} />
          </>
        ) : (
          <p className={texts.detail}>{t(failed ? 'out_failed' : asking ? 'out_asking' : 'out_waiting')}</p>
        )}
      </div>
    </section>
  );
}
