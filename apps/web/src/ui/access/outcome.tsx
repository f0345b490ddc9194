import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { ModelRole, Preview } from '@vitrine/contract/access/reportAccess.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './outcome.module.css';
import texts from './texts.module.css';
import type { Rules } from './grantValues.ts';
import { OutcomeLine } from './outcomeLine.tsx';
import type { RuledReport } from './ruledReport.ts';
import { isOfService } from './ruledReport.ts';
import { useRulesText } from './rulesText.ts';
import type { DraftInput } from './usePreview.ts';

const Simulation = onDemand(async () => (await import('./simulation.tsx')).Simulation);

type Count = NonNullable<Preview['counts']>[number];

function useHeadline(): (names: string, told: Preview, rows: string | null) => string {
  const { t } = useTranslation('reportAccess');
  const countText = ({ column, least, most, all }: Count): string => {
    const numbers = { column, least: formatNumber(least), seen: formatNumber(most), all: formatNumber(all) };
    return t(least === most ? 'out_count' : 'out_count_between', numbers);
  };
  return (names, { people, counts }, rows) =>
    [`${names}: ${t('out_people', { count: people })}`, ...(counts?.map(countText) ?? (rows === null ? [] : [rows]))].join(', ');
}

/** What the people get, line by line: what needs attention first. */
function Lines({ report, told, onReplace }: { report: RuledReport; told: Preview; onReplace: (one: Preview['unknown'][number]) => void }) {
  const { t } = useTranslation('reportAccess');
  const { looked_at, sees, no_data_rule, rule_refused, closed, ruled_elsewhere, checked, counts, unknown, people } = told;
  const ofService = isOfService(report);
  return (
    <ul className={texts.reasons}>
      {unknown.map((one) => (
        <OutcomeLine key={`${one.table}.${one.column}.${one.value}`} kind="warning">
          {t('out_unknown', one)}{' '}
          {one.like === null ? null : (
            <Button variant="subtle" size="compact-sm" onClick={() => onReplace(one)}>
              {t('out_like', { like: one.like })}
            </Button>
          )}
        </OutcomeLine>
      ))}
      {rule_refused > 0 ? <OutcomeLine kind="warning">{t('out_refused', { count: rule_refused })}</OutcomeLine> : null}
      {no_data_rule > 0 ? <OutcomeLine kind="warning">{t('out_no_rule', { count: no_data_rule })}</OutcomeLine> : null}
      {closed > 0 ? <OutcomeLine kind="warning">{t(report.active ? 'out_closed' : 'out_hidden', { count: closed })}</OutcomeLine> : null}
      {ruled_elsewhere > 0 ? <OutcomeLine kind="info">{t('out_elsewhere', { count: ruled_elsewhere })}</OutcomeLine> : null}
      {people === 0 ? <OutcomeLine kind="info">{t('out_nobody')}</OutcomeLine> : null}
      {sees > 0 && ofService ? (
        <OutcomeLine kind={checked ? 'yes' : 'info'}>{checked ? t('out_checked', { count: sees }) : t('out_unchecked')}</OutcomeLine>
      ) : null}
      {sees > 0 && report.data_rule !== 'none' && counts === null ? (
        <OutcomeLine kind="info">{t(report.data_rule === 'rls' ? 'out_uncounted_role' : 'out_uncounted')}</OutcomeLine>
      ) : null}
      {looked_at < people ? <OutcomeLine kind="info">{t('out_some', { count: looked_at })}</OutcomeLine> : null}
    </ul>
  );
}

/** Opens the report as one of the people, with the draft in place. */
function OpenAs({ reportId, told, body }: { reportId: string; told: Preview; body: DraftInput }) {
  const { t } = useTranslation('reportAccess');
  const [as, setAs] = useState<{ person: Preview['examples'][number]; draft: DraftInput } | null>(null);
  if (told.examples.length === 0) return null;
  return (
    <>
      <MenuButton
        label={t('out_open_as')}
        entries={told.examples.map((person) => ({ label: person.name, detail: person.email, run: () => setAs({ person, draft: body }) }))}
        renderTarget={(props) => (
          <Button {...props} variant="default" size="xs" leftSection={<IconEye size={14} />}>
            {t('out_open_as')}
          </Button>
        )}
      />
      {as ? (
        <Suspense fallback={null}>
          <Simulation
            reportId={reportId}
            membershipId={as.person.membership_id}
            name={as.person.name}
            draft={as.draft}
            onClose={() => setAs(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type Props = {
  report: RuledReport;
  names: string;
  rules: Rules;
  roles: readonly ModelRole[];
  told: Preview | undefined;
  body: DraftInput | null;
  asking: boolean;
  failed: boolean;
  onReplace: (one: Preview['unknown'][number]) => void;
};

/** The result in words and numbers, before it is saved. */
export function Outcome({ report, names, rules, roles, told, body, asking, failed, onReplace }: Props) {
  const { t } = useTranslation('reportAccess');
  const headline = useHeadline();
  const rulesText = useRulesText(report.data_rule !== 'none');
  const ofService = isOfService(report);
  return (
    <section className={css.outcome} aria-label={t('step_outcome')} aria-busy={asking}>
      <h3>{t('step_outcome')}</h3>
      <div aria-live="polite" data-stale={(told && asking) || undefined}>
        {told ? (
          <p className={css.headline}>{headline(names, told, rulesText(rules, roles))}</p>
        ) : (
          <p className={texts.detail}>{t(failed ? 'out_failed' : asking ? 'out_asking' : 'out_waiting')}</p>
        )}
        {told ? <Lines report={report} told={told} onReplace={onReplace} /> : null}
      </div>
      {told && body && ofService ? <OpenAs reportId={report.id} told={told} body={body} /> : null}
    </section>
  );
}
