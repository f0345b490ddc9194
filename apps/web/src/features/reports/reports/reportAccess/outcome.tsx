import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconEye, IconInfoCircle } from '@tabler/icons-react';
import type { Preview } from '@vitrine/contract/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './access.module.css';
import type { DraftInput } from './usePreview.ts';

const Simulation = onDemand(async () => (await import('./simulation.tsx')).Simulation);

const icons = { yes: IconCircleCheck, warning: IconAlertTriangle, info: IconInfoCircle } as const;

function Line({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <li data-kind={kind}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}

type Count = NonNullable<Preview['counts']>[number];

function useHeadline(): (names: string, told: Preview) => string {
  const { t } = useTranslation('reportAccess');
  const countText = ({ column, least, most, all }: Count): string => {
    const numbers = { column, least: formatNumber(least), seen: formatNumber(most), all: formatNumber(all) };
    return t(least === most ? 'out_count' : 'out_count_between', numbers);
  };
  return (names, { people, counts }) => [`${names}: ${t('out_people', { count: people })}`, ...(counts ?? []).map(countText)].join(', ');
}

/** What the people get, line by line: what needs attention first. */
function Lines({ report, told, onReplace }: { report: Report; told: Preview; onReplace: (one: Preview['unknown'][number]) => void }) {
  const { t } = useTranslation('reportAccess');
  const { looked_at, sees, no_data_rule, rule_refused, closed, ruled_elsewhere, checked, counts, unknown, people } = told;
  const ofService = report.kind === 'report' || report.kind === 'paginated';
  return (
    <ul className={css.reasons}>
      {unknown.map((one) => (
        <Line key={`${one.table}.${one.column}.${one.value}`} kind="warning">
          {t('out_unknown', one)}{' '}
          {one.like === null ? null : (
            <Button variant="subtle" size="compact-sm" onClick={() => onReplace(one)}>
              {t('out_like', { like: one.like })}
            </Button>
          )}
        </Line>
      ))}
      {rule_refused > 0 ? <Line kind="warning">{t('out_refused', { count: rule_refused })}</Line> : null}
      {no_data_rule > 0 ? <Line kind="warning">{t('out_no_rule', { count: no_data_rule })}</Line> : null}
      {closed > 0 ? <Line kind="warning">{t(report.active ? 'out_closed' : 'out_hidden', { count: closed })}</Line> : null}
      {ruled_elsewhere > 0 ? <Line kind="info">{t('out_elsewhere', { count: ruled_elsewhere })}</Line> : null}
      {people === 0 ? <Line kind="info">{t('out_nobody')}</Line> : null}
      {sees > 0 && ofService ? (
        <Line kind={checked ? 'yes' : 'info'}>{checked ? t('out_checked', { count: sees }) : t('out_unchecked')}</Line>
      ) : null}
      {sees > 0 && report.data_rule !== 'none' && counts === null ? (
        <Line kind="info">{t(report.data_rule === 'rls' ? 'out_uncounted_role' : 'out_uncounted')}</Line>
      ) : null}
      {looked_at < people ? <Line kind="info">{t('out_some', { count: looked_at })}</Line> : null}
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
  report: Report;
  names: string;
  told: Preview | undefined;
  body: DraftInput | null;
  asking: boolean;
  failed: boolean;
  onReplace: (one: Preview['unknown'][number]) => void;
};

/** The result in words and numbers, before it is saved. */
export function Outcome({ report, names, told, body, asking, failed, onReplace }: Props) {
  const { t } = useTranslation('reportAccess');
  const headline = useHeadline();
  const ofService = report.kind === 'report' || report.kind === 'paginated';
  return (
    <section className={css.outcome} aria-label={t('step_outcome')} aria-busy={asking}>
      <h3>{t('step_outcome')}</h3>
      <div aria-live="polite" data-stale={asking || undefined}>
        {told ? (
          <p className={css.headline}>{headline(names, told)}</p>
        ) : (
          <p className={css.detail}>{t(failed ? 'out_failed' : asking ? 'out_asking' : 'out_waiting')}</p>
        )}
        {told ? <Lines report={report} told={told} onReplace={onReplace} /> : null}
      </div>
      {told && body && ofService ? <OpenAs reportId={report.id} told={told} body={body} /> : null}
    </section>
  );
}
