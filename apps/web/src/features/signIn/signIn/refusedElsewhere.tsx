import { useTranslation } from 'react-i18next';
import type { Failure } from '#platform/failure.ts';
import { failureText } from '#platform/toast.ts';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';
import { answerOf } from './otherSite.ts';

/** A sign-in by another site that was refused. The sentence is the server's. */
export function RefusedElsewhere({ failure, title }: { failure: Failure; title: string }) {
  const { t } = useTranslation('signIn');
  const answer = answerOf(failure);
  const help = answer.kind === 'go' ? undefined : answer.help;
  return (
    <Frame title={title}>
      <h1 className={css.title}>{title}</h1>
      <p className={css.text} role="alert" data-refusal={failure.word ?? 'network'}>
        {failureText(failure)}
      </p>
      {help ? <p className={css.text}>{t(help)}</p> : null}
      <div className={css.links}>
        <PublicLink to="/signin">{t('back_to_signin')}</PublicLink>
      </div>
    </Frame>
  );
}
