import { ofScreen } from '#endpoints/support/faq.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import css from './help.module.css';

/** What the unit, its partner and the operator answer about this screen; nothing where nobody has written any. */
export function ScreenQuestions({ screen }: { screen: ScreenName }) {
  const { t } = useTranslation('help');
  const { data } = useEndpoint(ofScreen, { query: { screen } });
  if (!data || data.data.length === 0) return null;
  return (
    <section className={css.questions} aria-label={t('questions')}>
      <h3 className={css.others}>{t('questions')}</h3>
      {data.data.map(({ id, question, answer }) => (
        <details key={id} className={css.topic}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </section>
  );
}
