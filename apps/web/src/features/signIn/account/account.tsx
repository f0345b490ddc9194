import { useSearch } from '@tanstack/react-router';
import { screens } from '@vitrine/contract/screens.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#shell/viewer.ts';
import { Place } from '#ui/sections/place.tsx';
import { Sectioned } from '#ui/sections/sectioned.tsx';
import css from './account.module.css';
import { accountIndex } from './accountIndex.ts';
import { Preferences } from './preferences.tsx';
import { MyDataCard } from './privacy/myDataCard.tsx';
import { Profile } from './profile.tsx';
import { OwnUsage } from './reportUsage/ownUsage.tsx';
import { SurveyCard } from './profileSurveyCard.tsx';
import { Security } from './security.tsx';
import { TermsCard } from './termsCard.tsx';

const parts: Record<string, ComponentType> = {
  profile: () => (
    <div className={css.page}>
      <Profile />
      <Place name="survey">
        <SurveyCard />
      </Place>
    </div>
  ),
  security: Security,
  preferences: Preferences,
  usage: () => (
    <Place name="usage">
      <OwnUsage />
    </Place>
  ),
  data: () => (
    <div className={css.page}>
      <Place name="data">
        <MyDataCard />
      </Place>
      <Place name="terms">
        <TermsCard />
      </Place>
    </div>
  ),
};

/** `/account`: everything that is one's own. What `?panel=` opens stands among the own data. */
export function Account() {
  const { t } = useTranslation(['account', 'privacy', 'pushDevices']);
  const { role } = useViewer();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return (
    <Sectioned
      title={t('title')}
      description={t('description')}
      path={screens.account.path}
      {...accountIndex(t, role)}
      searchLabel={t('search')}
      nothing={(words) => t('nothing_found', { words })}
      first={search['panel'] ? 'data' : undefined}
    >
      {(section) => {
        const Part = parts[section] ?? Profile;
        return <Part />;
      }}
    </Sectioned>
  );
}
