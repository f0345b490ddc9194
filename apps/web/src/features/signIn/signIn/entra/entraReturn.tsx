import { linkingStates } from '#endpoints/signIn/entra.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import { moveTo } from '#platform/navigation.ts';
import { Waiting } from '#ui/waiting.tsx';
import { answerOf, arriveBy } from '../otherSite.ts';
import { RefusedElsewhere } from '../refusedElsewhere.tsx';
import { returning } from './entraSignIn.ts';

/** `/ms_auth/redirect`: arriving from Microsoft. What came works once, so the page asks once, and leaves the address clean. */
export function EntraReturn() {
  const { t } = useTranslation('entra');
  const [returned] = useState(() => Object.fromEntries(new URLSearchParams(location.search)));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [handed, setHanded] = useState(false);
  useEffect(() => {
    history.replaceState(null, '', location.pathname);
    if (returned['state']?.startsWith(linkingStates)) {
      void import('../../account/linkReturn.ts').then(({ finishLinking }) => finishLinking(returned));
      return;
    }
    arriveBy(returning, returned).then(
      (how) => {
        if (how !== 'handed') return;
        window.close();
        // Browsers may keep a window that Microsoft's pages cut off from the one that opened it.
        setHanded(true);
      },
      (error: unknown) => {
        const told = failureOf(error);
        const answer = answerOf(told);
        if (answer.kind === 'go') moveTo(answer.to);
        else setFailure(told);
      },
    );
  }, [returned]);
  return failure ? (
    <RefusedElsewhere failure={failure} title={t('refused_title')} />
  ) : (
    <Waiting text={t(handed ? 'handed' : 'returning')} />
  );
}
