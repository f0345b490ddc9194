import {
  IconArrowLeft,
  IconArrowRight,
  IconExternalLink,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconFiles,
  IconFilterOff,
  IconFlag,
  IconHome,
  IconInfoCircle,
  IconLink,
  IconPrinter,
  IconRefresh,
} from '@tabler/icons-react';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { share } from '#endpoints/reading/savedViews.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isPaginated } from '#platform/embed/embedConfig.ts';
import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import { call } from '#platform/http.ts';
import { copyText, toast } from '#platform/toast.ts';
import type { Origin } from './reportSession.ts';
import { useNeighbours } from './neighbours.ts';
import { printPage } from './paper.tsx';

export type Action = {
  key: string;
  label: string;
  icon: ReactNode;
  run: () => void;
  /** Available also while no report is shown. */
  always?: boolean;
  disabled?: boolean;
};

/** Dialogs and panels over the report. */
export type Opening = 'export' | 'exports' | 'visual_data' | 'problem' | 'about';

export type ReportActions = {
  /** Draws the report anew; null where it cannot be. */
  redraw: Action | null;
  /** Takes filters and selections back. */
  reset: Action | null;
  exports: Action[];
  menu: Action[][];
  neighbours: ReturnType<typeof useNeighbours>;
};

type Options = {
  opened: OpenedReport;
  id: string;
  origin: Origin;
  shown: () => EmbeddedReport | null;
  pageTitle: string;
  reset: () => void;
  onOpen: (what: Opening) => void;
  /** *Compartilhar*, where the reader may. */
  sharing: readonly Action[];
  /** Whether this report is the start page, and making it so. */
  startPage: { now: boolean; choose: () => void };
};

const icon = { size: 16, stroke: 1.6 } as const;

/** All actions of an open report, as data. */
export function useReportActions({ opened, id, origin, shown, pageTitle, reset, onOpen, sharing, startPage }: Options): ReportActions {
  const { t } = useTranslation('reportReading');
  const neighbours = useNeighbours(id);
  const paginated = isPaginated(opened);
  const watermark = opened.watermark !== null;
  const run = (act: (report: EmbeddedReport) => Promise<void>) => () => {
    const report = shown();
    if (report) act(report).catch(() => toast.warning(t('action_failed')));
  };
  const copyLink = async (report: EmbeddedReport) => {
    const path = `${location.origin}/${id}/reports/view`;
    const state = await report.capture();
    if (state === null) {
      await copyText(path);
      return;
    }
    const link = await call(share, { params: { id }, body: { page: pageTitle, state } });
    await copyText(`${path}?view=${link.id}`);
  };
  const redraw: Action = {
    key: 'redraw',
    label: t('redraw'),
    icon: <IconRefresh {...icon} />,
    run: run((report) => report.refresh()),
  };
  const resetting: Action = { key: 'reset', label: t('reset'), icon: <IconFilterOff {...icon} />, run: reset };
  const exports: Action[] = opened.can.export
    ? [
        { key: 'export', label: t('export'), icon: <IconFileTypePdf {...icon} />, run: () => onOpen('export') },
        ...(paginated
          ? []
          : [{ key: 'visual_data', label: t('visual_data'), icon: <IconFileSpreadsheet {...icon} />, run: () => onOpen('visual_data') }]),
        { key: 'exports', label: t('exports'), icon: <IconFiles {...icon} />, always: true, run: () => onOpen('exports') },
      ]
    : [];
  const files: Action[] =
    paginated && !watermark ? [] : [{ key: 'print', label: t('print'), icon: <IconPrinter {...icon} />, run: run(printPage) }];
  const places: Action[] = [
    ...sharing,
    { key: 'link', label: t('copy_link'), icon: <IconLink {...icon} />, run: run(copyLink) },
    ...(origin === 'viewer'
      ? [
          {
            key: 'external',
            label: t('external'),
            icon: <IconExternalLink {...icon} />,
            always: true,
            run: () => void window.open(`/${id}/reports/external`, '_blank', 'noopener'),
          },
          {
            key: 'start_page',
            label: t(startPage.now ? 'start_page_unit' : 'start_page_report'),
            icon: <IconHome {...icon} />,
            always: true,
            run: startPage.choose,
          },
        ]
      : []),
  ];
  const others: Action[] = (['previous', 'next'] as const).flatMap((side) => {
    const neighbour = neighbours[side];
    if (!neighbour || origin !== 'viewer') return [];
    const Icon = side === 'next' ? IconArrowRight : IconArrowLeft;
    return [
      { key: side, label: t(`report_${side}`, { title: neighbour.title }), icon: <Icon {...icon} />, always: true, run: neighbour.go },
    ];
  });
  const about: Action = {
    key: 'about',
    label: t('about'),
    icon: <IconInfoCircle {...icon} />,
    always: true,
    run: () => onOpen('about'),
  };
  const problem: Action = { key: 'problem', label: t('problem'), icon: <IconFlag {...icon} />, always: true, run: () => onOpen('problem') };
  return {
    redraw: paginated ? null : redraw,
    reset: paginated ? null : resetting,
    exports,
    menu: [others, places, files, [about, problem]],
    neighbours,
  };
}
