import type { WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBranding } from '#platform/branding.ts';
import { useMedia } from '#platform/useMedia.ts';
import { onDemand } from '#ui/onDemand.tsx';
import type { FreshPictures } from './preview/draftLook.ts';
import { lookOf, soundDraftOf } from './preview/draftLook.ts';
import type { ThemeValues } from './themeValues.ts';
import css from './themes.module.css';

const Preview = onDemand(async () => (await import('./preview/preview.tsx')).Preview);

type Props = { theme: WholeTheme; values: ThemeValues; fresh: FreshPictures };

/** Beside the form; on a phone above it, folded until somebody wants to look. */
export function ThemePreview({ theme, values, fresh }: Props) {
  const { t } = useTranslation('themes');
  const { unit_name } = useBranding();
  const isPhone = useMedia('(max-width: 767px)');
  const [isOpen, setOpen] = useState(false);
  const preview = (
    <Suspense fallback={null}>
      <Preview look={lookOf(theme, values, fresh, unit_name)} theme_id={theme.id} draft={soundDraftOf(theme, values)} />
    </Suspense>
  );
  return (
    <section className={css.preview} aria-label={t('preview')}>
      {isPhone ? (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('preview')}</summary>
          {isOpen ? preview : null}
        </details>
      ) : (
        preview
      )}
    </section>
  );
}
