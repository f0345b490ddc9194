import type { SetupProblem } from '@vitrine/contract/organisation/unitSetup.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { useTranslation } from 'react-i18next';
import { useAuditSpeech } from '#ui/history/auditWords.ts';

const isColour = (field: string): field is keyof ThemeColours => field in defaultColours;

/** What stands against it, in a sentence. */
export function useProblemWords(): (problem: SetupProblem) => string {
  const { t } = useTranslation(['unitSetup', 'themes']);
  const { word } = useAuditSpeech()({ names: {} });
  return ({ name, problem, about }) => {
    const colour = (field: string) => (isColour(field) ? t(`themes:colour_${field}`) : field);
    if (problem === 'unreadable' || problem === 'unreadable_dark')
      return t(`problem_${problem}`, { name: colour(name), about: colour(about) });
    // The report is the thing itself, or what the thing names.
    return t(`problem_${problem}`, { name, about, report: about || name, field: word(`field_${about}`) ?? about });
  };
}
