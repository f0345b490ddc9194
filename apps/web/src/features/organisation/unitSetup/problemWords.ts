import type { SetupProblem } from '@vitrine/contract/organisation/unitSetup.ts';
import { useTranslation } from 'react-i18next';
import { useAuditSpeech } from '#ui/history/auditWords.ts';

/** What stands against it, in a sentence. */
export function useProblemWords(): (problem: SetupProblem) => string {
  const { t } = useTranslation('unitSetup');
  const { word } = useAuditSpeech()({ names: {} });
  return ({ name, problem, about }) =>
    // The report is the thing itself, or what the thing names.
    t(`problem_${problem}`, { name, about, report: about || name, field: word(`field_${about}`) ?? about });
}
