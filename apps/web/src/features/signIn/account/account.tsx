import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { overview } from '@vitrine/contract/signIn/account.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './account.module.css';
import { FactorCard } from './secondFactor/factorCard.tsx';
import { MyDataCard } from './privacy/myDataCard.tsx';
import { PasswordCard } from './passwordCard.tsx';
import { DevicesCard, SessionsCard } from './placesCard.tsx';
import { SurveyCard } from './profileSurveyCard.tsx';
import { TermsCard } from './termsCard.tsx';

/** `/account`: password, second factors, sessions and own data of the signed-in person. */
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
