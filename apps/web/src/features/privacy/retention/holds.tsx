import { Button } from '@mantine/core';
import type { LegalHold } from '@vitrine/contract/privacy/retention.ts';
import { get, lift } from '#endpoints/privacy/retention.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { TableCard } from '#ui/chart/tableCard.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './retention.module.css';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

const looks = { standing: 'warning', ended: 'neutral', lifted: 'neutral' } as const;

function Made({ at, by }: { at: string; by: string | null }) {
  const { t } = useTranslation('retention');
  return (
    <>
      {formatDate(at)}
      {by === null ? null : <span className={css.small}>{t('by', { name: by })}</span>}
    </>
  );
}

/** The legal holds of the unit, those in force first; an administrator lifts them. */
export function Holds({ holds, mayLift }: { holds: readonly LegalHold[]; mayLift: boolean }) {
  const { t } = useTranslation('retention');
  const [lifting, setLifting] = useState<LegalHold | null>(null);
  const stale = useStale();
  const whom = ({ member }: LegalHold) => member?.name ?? t('whole_unit');
  return (
    <>
      <TableCard
        title={t('holds_title')}
        note={t('holds_text')}
        nothing={t('holds_none')}
        rows={holds}
        keyOf={({ id }) => id}
        columns={[
          { header: t('whom'), cell: whom },
          { header: t('reason'), cell: ({ reason }) => <div className={css.reason}>{reason}</div> },
          { header: t('state'), cell: ({ state }) => <StatusCell kind={looks[state]}>{t(`state_${state}`)}</StatusCell> },
          { header: t('until'), cell: ({ ends_on }) => (ends_on === null ? t('open_end') : formatDate(ends_on)) },
          { header: t('made'), cell: ({ created_at, created_by }) => <Made at={created_at} by={created_by} /> },
          { header: t('lifted'), cell: ({ lifted_at, lifted_by }) => (lifted_at === null ? '–' : <Made at={lifted_at} by={lifted_by} />) },
          {
            cell: (row) =>
              mayLift && row.state === 'standing' ? (
                <Button variant="subtle" size="compact-sm" aria-label={t('lift_of', { name: whom(row) })} onClick={() => setLifting(row)}>
                  {t('lift')}
                </Button>
              ) : null,
          },
        ]}
      />
      <Suspense fallback={null}>
        {lifting ? (
          <ConfirmDialog
            title={t('lift_of', { name: whom(lifting) })}
            text={t('lift_text')}
            confirm={t('lift')}
            danger
            onClose={() => setLifting(null)}
            onConfirm={async () => {
              try {
                await call(lift, { params: { id: lifting.id } });
              } finally {
                // Somebody else may have lifted it meanwhile.
                void stale(get);
              }
              toast.success(t('lifted_done'));
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
