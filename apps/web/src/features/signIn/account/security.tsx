import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { overview } from '#endpoints/signIn/account.ts';
import { useEndpoint } from '#platform/query.ts';
import { PushDevices } from '#ui/pushDevices/pushDevices.tsx';
import { Place } from '#ui/sections/place.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './account.module.css';
import { FactorCard } from './secondFactor/factorCard.tsx';
import { PasswordCard } from './passwordCard.tsx';
import { IdentitiesCard } from './identitiesCard.tsx';
import { DevicesCard, SessionsCard } from './placesCard.tsx';

/** How the account is protected, and where it is signed in. */
export function Security() {
  const { data, error, refetch } = useEndpoint(overview, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={css.page} aria-busy="true">
        {[90, 220, 120, 160].map((height) => (
          <Skeleton key={height} height={height} radius="md" />
        ))}
      </div>
    );
  return (
    <div className={css.page}>
      <Place name="password">
        <PasswordCard account={data} />
      </Place>
      <Place name="factor">
        <FactorCard account={data} />
      </Place>
      {data.identities.length > 0 ? (
        <Place name="identities">
          <IdentitiesCard account={data} />
        </Place>
      ) : null}
      <Place name="sessions">
        <SessionsCard sessions={data.sessions} />
      </Place>
      <Place name="devices">
        <DevicesCard devices={data.devices} />
      </Place>
      <Place name="push">
        <div className={css.card} data-surface="card">
          <PushDevices />
        </div>
      </Place>
    </div>
  );
}
