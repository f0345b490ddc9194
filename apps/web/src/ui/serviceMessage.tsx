import { serviceFaultOf } from '@vitrine/contract/datasets/serviceFaults.ts';
import { useTranslation } from 'react-i18next';
import css from './serviceMessage.module.css';

/** Says in a person's language what the reporting service meant, and what to do about it. */
export function useServiceSentence(): (message: string) => string {
  const { t } = useTranslation('serviceFaults');
  return (message) => t(`fault_${serviceFaultOf(message)}`);
}

/** The sentence, and below it what the service said itself. */
export function ServiceMessage({ children }: { children: string }) {
  const { t } = useTranslation('serviceFaults');
  return (
    <div>
      <p className={css.sentence}>{useServiceSentence()(children)}</p>
      <details className={css.original}>
        <summary>{t('original')}</summary>
        <p lang="en">{children}</p>
      </details>
    </div>
  );
}
