import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { overview } from '@vitrine/contract/features/accountSecurity.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../core/query.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import { ErrorState } from '../../core/ui/States.tsx';
import css from './account.module.css';
import { FactorCard } from './factorCard.tsx';
import { MyDataCard } from './myDataCard.tsx';
import { PasswordCard } from './passwordCard.tsx';
import { DevicesCard, SessionsCard } from './placesCard.tsx';
import { SurveyCard } from './surveyCard.tsx';
import { TermsCard } from './termsCard.tsx';

/** `/account`: how the own account is protected, and where one is signed in. */
export function Account() {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useEndpoint(overview, {});
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className={css.page} aria-busy="true">
          {[90, 220, 120, 160].map((height) => (
            <Skeleton key={height} height={height} radius="md" />
          ))}
        </div>
      ) : null}
      {data ? (
        <div className={css.page}>
          <PasswordCard account={data} />
          <FactorCard account={data} />
          <SessionsCard sessions={data.sessions} />
          <DevicesCard devices={data.devices} />
          <MyDataCard />
          <TermsCard />
          <SurveyCard />
        </div>
      ) : null}
    </>
  );
}
