import { useTranslation } from 'react-i18next';
import { PageHeader } from '#ui/pageHeader.tsx';
import { Story } from './story.tsx';
import { Tokens } from './tokens.tsx';

/** `/provisioning`: the tokens with which a directory comes, what a rehearsal would change, and what happened. */
export function Provisioning() {
  const { t } = useTranslation('provisioning');
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Tokens />
      <Story />
    </>
  );
}
