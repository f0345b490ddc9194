/** The brand that a mail is drawn in. */
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import type { MailText } from '#platform/mail/mailLayout.ts';

/** `origin`: the host that the mail leads to; its pictures are asked for there, because a mail has no address of its own. */
export function mailBrand(
  { title, unit_name, theme }: Pick<LoginConfiguration, 'title' | 'unit_name' | 'theme'>,
  origin: string,
): Pick<MailText, 'colours' | 'colours_dark' | 'brand'> {
  const { background, card, font, button, button_font } = theme.colours;
  return {
    colours: { background, card, font, button, button_font },
    ...(theme.colours_dark ? { colours_dark: theme.colours_dark } : {}),
    brand: { name: unit_name ?? title, logo: theme.logo === null ? null : new URL(theme.logo, origin).href },
  };
}
