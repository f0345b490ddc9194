/** Mantine's theme once for all tenants: their colours are CSS variables, so that nothing is rebuilt when the unit changes. */
import type { CSSVariablesResolver, MantineColorSchemeManager, MantineColorsTuple, VariantColorsResolver } from '@mantine/core';
import { createTheme, defaultVariantColorsResolver, Portal } from '@mantine/core';
import { currentScheme, onSchemeElsewhere, storeScheme } from '#platform/scheme.ts';

const shade = (index: number) => `var(--v-brand-${index})`;
const brand: MantineColorsTuple = [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)];

// Mantine's greys, from faint to strong, on the tenant's card instead of on its own.
const on = (name: string) => `var(--v-card${name})`;
const gray: MantineColorsTuple = [
  on('-hover'),
  on('-hover'),
  on('-line'),
  on('-line'),
  on('-border'),
  on('-dim'),
  on('-dim'),
  on('-font'),
  on('-font'),
  on('-font'),
];
const dark: MantineColorsTuple = [
  on('-font'),
  on('-font'),
  on('-dim'),
  on('-dim'),
  on('-line'),
  on('-hover'),
  on(''),
  on(''),
  on(''),
  on(''),
];

const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.color && input.color !== 'brand') return defaultVariantColorsResolver(input);
  switch (input.variant) {
    case 'filled':
      return {
        background: 'var(--v-button)',
        hover: 'var(--v-button-hover)',
        color: 'var(--v-button-font)',
        border: '1px solid transparent',
      };
    case 'default':
      return {
        background: 'transparent',
        hover: 'var(--surface-hover)',
        color: 'var(--surface-font)',
        border: '1px solid var(--surface-line)',
      };
    case 'subtle':
    case 'light':
    case 'transparent':
      return { background: 'transparent', hover: 'var(--surface-hover)', color: 'var(--surface-font)', border: '1px solid transparent' };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** Id of the container of floating elements, rendered by the shell. */
export const floatingId = 'floating';

export const mantineTheme = createTheme({
  primaryColor: 'brand',
  colors: { brand, gray, dark },
  primaryShade: 6,
  variantColorResolver,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: { Portal: Portal.extend({ defaultProps: { target: `#${floatingId}` } }) },
});

/** The one variable that Mantine insists on setting for each scheme itself. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const body = { '--mantine-color-body': 'var(--v-card)', '--mantine-color-text': 'var(--surface-font)' };
  return { variables: {}, light: body, dark: body };
};

let stopListening: () => void = () => undefined;

/** Keeps the wish where the other local values stand. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => currentScheme(),
  set: storeScheme,
  subscribe: (hear) => {
    stopListening = onSchemeElsewhere(hear);
  },
  unsubscribe: () => stopListening(),
  clear: () => storeScheme('auto'),
};
