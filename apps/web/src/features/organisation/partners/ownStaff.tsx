import { ownStaff } from '#endpoints/organisation/partners.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import { PartnerStaff } from './partnerStaff.tsx';
import css from './partners.module.css';

/** `/partner/staff`, for partners: their own people, and whom somebody asked for. */
export function OwnStaff() {
  const { t } = useTranslation('partners');
  const loaded = useEndpoint(ownStaff, {});
  return (
    <>
      <PageHeader title={t('own_title')} description={t('own_description')} />
      {loaded.isError ? <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} /> : null}
      {loaded.data ? (
        <div className={css.own}>
          {loaded.data.can.add_staff ? null : <p className={css.count}>{t('own_one_person')}</p>}
          <PartnerStaff partner={loaded.data} resets={false} />
        </div>
      ) : null}
    </>
  );
}
