import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { BrandFinding } from '@vitrine/contract/brandLint.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { useTranslation } from 'react-i18next';
import type { ThemeValues } from './themeValues.ts';
import { isColour } from './themeValues.ts';
import css from './themes.module.css';

export const colourFields = Object.keys(defaultColours) as (keyof ThemeColours)[];

/** Colours that people meet together. */
const colourGroups = {
  pages: ['background', 'card', 'font'],
  buttons: ['button', 'button_font'],
  menu: ['group', 'subgroup', 'active_item', 'active_item_font'],
  entry: ['login_background', 'login_button', 'forgot_password_link'],
} as const satisfies Record<string, readonly (keyof ThemeColours)[]>;
const groupNames = Object.keys(colourGroups) as (keyof typeof colourGroups)[];

type Props = {
  form: UseFormReturnType<ThemeValues>;
  of: 'colours' | 'colours_dark';
  /** What is shown where nothing was chosen. */
  otherwise: ThemeColours;
  findings: readonly BrandFinding[] | null;
};

/** Why the brand is not published with the colour of a field. */
function useRefusals(findings: readonly BrandFinding[] | null, scheme: BrandFinding['scheme']) {
  const { t } = useTranslation('themes');
  const refused = (findings ?? []).filter((finding) => finding.level === 'refused' && finding.scheme === scheme);
  return (field: keyof ThemeColours): string | null => {
    const backs = refused.filter(({ front }) => front === field).map(({ back }) => t(`colour_${back}`));
    return backs.length === 0 ? null : t('unreadable_on', { backs: backs.join(', ') });
  };
}

/** Twelve colours, each picked or typed. */
export function ColourFields({ form, of, otherwise, findings }: Props) {
  const { t } = useTranslation('themes');
  const refusalOf = useRefusals(findings, of === 'colours' ? 'light' : 'dark');
  const chosen = form.getValues().draft[of];
  const fieldOf = (field: keyof ThemeColours) => {
    const path = `draft.${of}.${field}` as const;
    const label = of === 'colours' ? t(`colour_${field}`) : t('in_dark', { colour: t(`colour_${field}`) });
    const value = chosen[field].trim();
    return (
      <div key={field} className={css.colour}>
        <input
          type="color"
          className={css.picker}
          aria-label={t('pick', { colour: label })}
          value={isColour(value) ? value.toLowerCase() : otherwise[field]}
          onChange={(event) => form.setFieldValue(path, event.currentTarget.value)}
        />
        <TextInput
          label={label}
          placeholder={otherwise[field]}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps(path)}
          error={form.errors[path] ?? refusalOf(field)}
          key={form.key(path)}
        />
      </div>
    );
  };
  return groupNames.map((group) => (
    <div key={group} className={css.group}>
      <h4>{t(`colours_${group}`)}</h4>
      <div className={css.colours}>{colourGroups[group].map(fieldOf)}</div>
    </div>
  ));
}
