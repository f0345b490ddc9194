import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { browse } from '@vitrine/contract/features/catalogue.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '../../../core/access.ts';
import { useEndpoint } from '../../../core/query.ts';
import { useViewer } from '../../../core/shell/viewer.ts';

/** The way to ask for a report that is closed, where the catalogue shows it. Of any other report nothing is told. */
export function CatalogueOffer({ id }: { id: string }) {
  const { t } = useTranslation('reportReading');
  const viewer = useViewer();
  const { data } = useEndpoint(browse, { query: { report_id: id } }, { enabled: verdictOn('catalogs', viewer) === 'open' });
  const [report] = data?.data ?? [];
  if (!report) return null;
  return (
    <Button renderRoot={(props: object) => <Link {...props} to="/catalogs" search={{ q: report.title }} />}>
      {t(report.state === 'free' ? 'request_access' : 'see_in_catalogue')}
    </Button>
  );
}
