import type { BrandFinding } from '@vitrine/contract/brandLint.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { themeColours } from '@vitrine/contract/organisation/branding.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { toast } from '#platform/toast.ts';

type Lint = (light: ThemeColours, dark: Partial<ThemeColours>) => BrandFinding[];
type Colours = Pick<ThemeDocument, 'own' | 'colours' | 'colours_dark'>;

/**
 * What is to be said of the colours; null while nobody knows. It takes a twentieth of a second, so it follows the typing instead of
 * holding it up.
 */
export function useFindings(draft: Colours | undefined): { findings: BrandFinding[] | null; isCurrent: boolean } {
  const [lint, setLint] = useState<{ run: Lint } | null>(null);
  useEffect(() => {
    import('@vitrine/contract/brandLint.ts').then(({ lintBrand }) => setLint({ run: lintBrand })).catch(toast.failure);
  }, []);
  const wanted = draft ? JSON.stringify([draft.own.includes('colours'), draft.colours, draft.colours_dark]) : null;
  const key = useDeferredValue(wanted);
  const findings = useMemo(() => {
    if (!lint || key === null) return null;
    const [isOwn, light, dark] = JSON.parse(key) as [boolean, unknown, unknown];
    const [ofLight, ofDark] = [themeColours.safeParse(light), themeColours.partial().safeParse(dark)];
    // What is half typed is no colour yet: the field says so itself.
    return isOwn && ofLight.success && ofDark.success ? lint.run(ofLight.data, ofDark.data) : [];
  }, [lint, key]);
  return { findings, isCurrent: key === wanted };
}
