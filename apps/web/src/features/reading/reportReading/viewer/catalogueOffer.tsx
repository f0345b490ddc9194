import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { browse } from '#endpoints/access/catalogue.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useEndpoint } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';

/** Offers to request a refused report if the catalogue has it. Nothing is revealed about other reports. */
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
