import type { Analysis, AnalyzeTable } from '@vitrine/contract/reports/analyze.ts';
import { outcomeKinds } from '@vitrine/contract/reports/analyze.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import type { TableColumn } from '#ui/chart/tableCard.tsx';
import { TableCard } from '#ui/chart/tableCard.tsx';
import { useSeconds } from '#ui/chart/useSeconds.ts';
import type { Chosen } from './saveTable.tsx';
import { SaveTable } from './saveTable.tsx';

const day = (value: string | null, none = '–') => (value === null ? none : formatDate(value));

type Table = { table: AnalyzeTable; name: string; chosen: Chosen; rows: readonly { id: string }[] };

/** All rows come with the file. */
const saving = ({ rows, ...table }: Table) => (rows.length > 0 ? <SaveTable {...table} /> : null);
const keyOf = ({ id }: { id: string }) => id;

/** Units side by side; the name leads to the analysis of that unit alone. */
export function UnitTable({ rows, chosen }: { rows: Analysis['units']; chosen: Chosen }) {
  const { t } = useTranslation('analyze');
  const seconds = useSeconds();
  const number = (key: 'views' | 'views_before' | 'people' | 'minutes' | 'sign_ins' | 'exports' | 'failures' | 'seats') => ({
    header: t(key),
    number: true,
    cell: (row: Analysis['units'][number]) => (row[key] === null ? '–' : formatNumber(row[key])),
  });
  return (
    <TableCard
      title={t('units')}
      action={saving({ table: 'units', name: t('units'), chosen, rows })}
      rows={rows}
      keyOf={keyOf}
      columns={[
        {
          header: t('unit'),
          cell: ({ id, name }) => (
            <Link to="/analyze" search={{ period: chosen.period, unit: id }}>
              {name}
            </Link>
          ),
        },
        ...(['views', 'views_before', 'people', 'minutes'] as const).map(number),
        { header: t('load_p95'), number: true, cell: (row) => seconds(row.load_p95) },
        ...(['sign_ins', 'exports', 'failures', 'seats'] as const).map(number),
        { header: t('last_day'), cell: (row) => day(row.last_day) },
      ]}
    />
  );
}

type Outcome = Analysis['outcomes'][number];

/** How sign-ins and refreshes ended and why openings failed, with the period before; a kind of which there was none is left out. */
export function OutcomeTables({ outcomes, chosen }: { outcomes: Analysis['outcomes']; chosen: Chosen }) {
  const { t } = useTranslation('analyze');
  const kinds = Map.groupBy(outcomes, ({ kind }) => kind);
  const named = (row: Outcome) => {
    if (row.kind === 'sign_in') return t(`sign_in_${row.outcome}`);
    if (row.kind === 'refused') return t(`refused_${row.outcome}`);
    return row.kind === 'opening' ? t(`opening_${row.outcome}`) : t(`refresh_${row.outcome}`);
  };
  return outcomeKinds.map((kind) => {
    const rows = kinds.get(kind) ?? [];
    const title = t(`outcome_${kind}`);
    return rows.length === 0 ? null : (
      <TableCard
        key={kind}
        title={title}
        action={<SaveTable table="outcomes" name={title} chosen={chosen} />}
        rows={rows}
        keyOf={({ outcome }: Outcome) => outcome}
        columns={[
          { header: t(`outcome_head_${kind}`), cell: named },
          { header: t('outcome_now'), number: true, cell: ({ now }: Outcome) => formatNumber(now) },
          { header: t('outcome_before'), number: true, cell: ({ before }: Outcome) => formatNumber(before) },
        ]}
      />
    );
  });
}

type Reports = NonNullable<Analysis['reports']>;

/** What is opened most, and what nobody opens. With one unit its name stands above, not in every row. */
export function ReportTables({ reports, chosen }: { reports: Reports; chosen: Chosen }) {
  const { t } = useTranslation('analyze');
  const named: TableColumn<Reports['top'][number]>[] = [
    { header: t('report'), cell: ({ title }) => title },
    ...(chosen.unit_id ? [] : [{ header: t('unit'), cell: ({ unit_name }: Reports['top'][number]) => unit_name }]),
  ];
  const count = { count: reports.unused_count, all: formatNumber(reports.report_count) };
  return (
    <>
      <TableCard
        title={t('top')}
        action={saving({ table: 'reports', name: t('top'), chosen, rows: reports.top })}
        rows={reports.top}
        keyOf={keyOf}
        nothing={t('empty_title')}
        columns={[
          ...named,
          ...(['views', 'minutes', 'failures'] as const).map((key) => ({
            header: t(key),
            number: true,
            cell: (row: Reports['top'][number]) => formatNumber(row[key]),
          })),
          { header: t('last_day'), cell: (row) => day(row.last_day) },
        ]}
      />
      <TableCard
        title={t('unused')}
        {...(reports.unused_count > 0 ? { note: t('unused_of', count) } : {})}
        action={saving({ table: 'unused', name: t('unused'), chosen, rows: reports.unused })}
        rows={reports.unused}
        keyOf={keyOf}
        nothing={t('unused_of', { ...count, count: 0 })}
        columns={[...named, { header: t('last_day'), cell: (row) => day(row.last_day, t('never')) }]}
      />
    </>
  );
}
