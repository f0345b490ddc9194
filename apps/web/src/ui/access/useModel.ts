/** Roles and columns to choose rows by. The roles of a model may take the service a moment: they are asked for again. */
import type { CommonModel } from '@vitrine/contract/access/bulkAccess.ts';
import type { model } from '@vitrine/contract/access/reportAccess.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { commonModel } from '#endpoints/access/bulkAccess.ts';
import { model as modelOfReport } from '#endpoints/access/reportAccess.ts';
import { useState } from 'react';
import { useEndpoint } from '#platform/query.ts';
import type { RuledReport } from './ruledReport.ts';

export type Model = Answer<typeof model>;

const askingAgainMs = 1500;

/** Undefined until it is known. */
export function useModel(report: RuledReport): Model | undefined {
  const [asking, setAsking] = useState(true);
  const again = report.data_rule === 'rls' && asking ? { refetchInterval: askingAgainMs } : {};
  const { data } = useEndpoint(modelOfReport, { params: { id: report.id } }, { enabled: report.data_rule !== 'none', ...again });
  if (asking && data && data.roles_from !== 'asking') setAsking(false);
  return data;
}

/** What the models of several reports have in common. */
export function useCommonModel(reportIds: readonly string[], enabled = true): CommonModel | undefined {
  const [asking, setAsking] = useState(true);
  const again = asking ? { refetchInterval: askingAgainMs } : {};
  const { data } = useEndpoint(
    commonModel,
    { body: { report_ids: [...reportIds] } },
    { enabled: enabled && reportIds.length > 0, ...again },
  );
  if (asking && data && (data.roles_from !== 'asking' || data.kinds.rls === 0)) setAsking(false);
  return data;
}
