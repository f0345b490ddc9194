/** Four brands, as different as customers are. */
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';

/** Aurora: warm paper, deep plum, coral. */
const aurora: ThemeColours = {
  background: '#faf6f3',
  card: '#ffffff',
  font: '#2b1d2e',
  button: '#b8324f',
  button_font: '#ffffff',
  group: '#f6e7e4',
  subgroup: '#fbf1ee',
  active_item: '#f9dfe0',
  active_item_font: '#8c1f3b',
  login_background: '#3a1d3d',
  login_button: '#b8324f',
  forgot_password_link: '#b8324f',
};

/** Serra: fog, pine and signal yellow. */
const serra: ThemeColours = {
  background: '#f3f6f4',
  card: '#ffffff',
  font: '#16261f',
  button: '#1f6b4a',
  button_font: '#ffffff',
  group: '#e0ece5',
  subgroup: '#eef4f0',
  active_item: '#d5e9dd',
  active_item_font: '#124a32',
  login_background: '#12352a',
  login_button: '#e0a82e',
  forgot_password_link: '#1f6b4a',
};

/** Litoral: clear water, teal, sand. */
const litoral: ThemeColours = {
  background: '#f4f8fa',
  card: '#ffffff',
  font: '#14303a',
  button: '#0b7285',
  button_font: '#ffffff',
  group: '#dff0f3',
  subgroup: '#eef7f8',
  active_item: '#cfe9ee',
  active_item_font: '#07505e',
  login_background: '#0b4f5c',
  login_button: '#0b7285',
  forgot_password_link: '#0b7285',
};

/** Delta: graphite, electric blue. */
const delta: ThemeColours = {
  background: '#f5f5f7',
  card: '#ffffff',
  font: '#1b1d24',
  button: '#3b3fd8',
  button_font: '#ffffff',
  group: '#e6e7f2',
  subgroup: '#f0f1f8',
  active_item: '#dfe0fb',
  active_item_font: '#2a2da3',
  login_background: '#14151c',
  login_button: '#3b3fd8',
  forgot_password_link: '#3b3fd8',
};

export const looks = { aurora, serra, litoral, delta };
