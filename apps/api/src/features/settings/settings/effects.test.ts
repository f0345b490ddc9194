/**
 * Every setting changes something: the table names the test that turns it on and off and sees what changes, and a setting
 * without one does not compile. What belongs to a screen that is not built is not offered either.
 */
import type { ConfigurationInput } from '@vitrine/contract/settings/settings.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

type Proof = { in: string; test: string } | { waits_for: string };

const api = (file: string, title: string): Proof => ({ in: `apps/api/src/${file}`, test: title });
const journey = (file: string, title: string): Proof => ({ in: `e2e/${file}.spec.ts`, test: title });
const screen = (file: string, title: string): Proof => ({ in: `apps/web/test/${file}.test.ts`, test: title });
const passwordRule = api('features/signIn/signIn/password.test.ts', 'a refused password does not use it up, and every reason is told');
const mailServer = api(
  'features/signIn/signIn/password.test.ts',
  "leads to the unit's own host when asked there, by the unit's own server",
);
const welcome = api('features/settings/settings/settings.test.ts', 'tells the welcome of the unit in each of its languages');
const hiddenMenu = screen('settings/settings', 'what a unit hides from all, from a role and from a person is in no menu and does not open');
const logo = screen('settings/settings', 'the logo leads where the unit says, and home again');

const proofs: Record<keyof ConfigurationInput, Proof> = {
  home_page: journey('settings/settings', 'an administrator sets where people begin, and they begin there'),
  start_report_id: api('features/reading/home/home.test.ts', 'the start page is the person’s, else the group’s, else the unit’s'),
  timezone: api('features/people/users/users.jobs.test.ts', 'dates take effect at 00:00 in the time zone of the unit, and end sessions'),
  allowed_addresses: api('domain/session/authenticate.test.ts', 'hold from the next call on, and end the session'),
  ip: api('features/settings/settings/addressLists.test.ts', 'that is empty or switched off lets everybody in'),
  enable_password: api(
    'domain/session/passwordRules.test.ts',
    'takes the strictest of everything somebody belongs to, never less than twelve characters',
  ),
  min_character: passwordRule,
  capital_letter: passwordRule,
  special_characters: passwordRule,
  expiry_time_password: api('features/signIn/signIn/signIn.test.ts', 'a password expires where the unit says so'),
  message_ptbr: welcome,
  message_en: welcome,
  message_es: welcome,
  message_ptpt: welcome,
  enable: mailServer,
  host: mailServer,
  port: mailServer,
  protocol: mailServer,
  email: mailServer,
  name: mailServer,
  password: api('features/signIn/signIn/password.test.ts', "opens the password of the unit's server only for that unit"),
  logo_page: logo,
  logo_page_default: logo,
  login_timeout: api('domain/session/authenticate.test.ts', 'expires after the hours of the unit'),
  hidden_menu_unit: hiddenMenu,
  hidden_menu_admin: hiddenMenu,
  hidden_menu_user: hiddenMenu,
  user_timeout: api('features/signIn/signIn/session.test.ts', 'ends after the time of the unit, counted from the last use'),
  sessions_per_person: api('features/signIn/signIn/session.test.ts', 'sessions at once'),
  auto_block_days: api(
    'features/people/users/users.jobs.test.ts',
    'whoever does not sign in for so many days is blocked, but the exempt and the last administrator',
  ),
  send_email_register_user: api(
    'features/people/userImport/userImport.test.ts',
    'where welcome mails are on, everybody who came in gets a link',
  ),
  user_import: api(
    'features/people/userImport/userImport.test.ts',
    'people of another unit join with their own accounts, where the setting allows it',
  ),
  enable_auto_register: api(
    'features/signIn/registration/registration.test.ts',
    'is closed unless the unit opens it and its partner lets it, also for whoever calls directly',
  ),
  save_filter: api(
    'features/reading/savedViews/savedViews.test.ts',
    'a unit that keeps no filters refuses them and opens without, whatever was kept before',
  ),
  show_menu_report: journey('reading/reportReading', 'without the portal’s list the report has its own, and the bar follows it'),
  show_name_report: journey('settings/settingsEffects', 'the name of a report and the age of its data are shown where the unit wants them'),
  show_last_refresh: journey(
    'settings/settingsEffects',
    'the name of a report and the age of its data are shown where the unit wants them',
  ),
  show_last_refresh_everywhere: api(
    'features/reading/reportReading/openReport.test.ts',
    'the last update is shown where the unit wants it, or its partner for all: %j %j',
  ),
  last_update: journey('settings/settingsEffects', 'lists and covers tell how old the data is, unless the unit says no'),
  readers_share: api(
    'features/reading/sharing/sharing.test.ts',
    'where readers may not share, they neither look for receivers nor share; administrators do',
  ),
  report_comments: api(
    'features/reading/reportComments/reportComments.test.ts',
    'where the unit has no comments, nobody reads or writes any',
  ),
  brand_reports: journey(
    'reading/reportTheme',
    'a report is drawn in the brand of the unit where the unit wants it, and follows light and dark',
  ),
  cover_exports: api(
    'domain/reporting/files/cover.test.ts',
    'a PDF begins with a page of the brand where the unit wants it, and stays as it was made where it does not',
  ),
  enable_watermark: journey('reading/home', 'a unit’s watermark lies over the report with the reader’s name'),
  send_email_notification: api(
    'features/notifications/notifications/choice.test.ts',
    'where the unit sends none, none come; the choice of one unit does not hold in another',
  ),
  require_second_factor: api(
    'features/signIn/signIn/secondFactor/secondFactor.test.ts',
    'an app is set up at the sign-in, which then goes on',
  ),
  admins_set_second_factor: api(
    'features/signIn/secondFactorPolicy/secondFactorPolicy.test.ts',
    'without the permission an administrator neither sees nor changes it',
  ),
  admins_set_sign_in: api('domain/access/access.test.ts', '%s: %s only where %s is on'),
  allow_access_remote: api(
    'features/signIn/signIn/remoteAccess/remoteAccess.test.ts',
    'is for people below in the own unit, and only where the unit allows it',
  ),
  enable_embedded: api(
    'features/embedding/embedding/enter.test.ts',
    'state, trial, addresses and the switch of the unit hold at the door and for open sessions',
  ),
  token_embedded: api(
    'features/embedding/embedding/enter.test.ts',
    'nothing of a token is believed before the secret of its unit has signed it',
  ),
  enable_helpdesk: api('features/support/helpDesk/helpDesk.test.ts', 'where the help desk is off nobody opens a ticket or sees one'),
  send_email_helpdesk: api(
    'features/support/helpDesk/helpDesk.test.ts',
    'the mails are those of the help desk: its own switch, not that of notifications',
  ),
};

const screens = `${read('apps/web/src/app/screens.tsx')}${read('apps/web/src/app/publicScreens.tsx')}`;
const form = read('apps/web/src/features/settings/settings/settingFields.ts');

test.each(Object.entries(proofs))('%s is no dead switch', (name, proof) => {
  if ('in' in proof) {
    const quote = proof.test.includes("'") ? '"' : "'";
    expect(read(proof.in)).toContain(`(${quote}${proof.test}${quote}`);
    return;
  }
  expect(screens, `${proof.waits_for} is built: name the test of ${name}`).not.toMatch(new RegExp(`^ {2}${proof.waits_for}: `, 'm'));
  const offered = form.slice(form.indexOf(`'${name}'`, form.indexOf('const general')));
  expect(offered.slice(0, offered.indexOf('}')), name).toContain(`screen: '${proof.waits_for}'`);
});
