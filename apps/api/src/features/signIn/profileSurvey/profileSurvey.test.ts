import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { getSurvey, sendSurvey, surveyLater } from '@vitrine/contract/signIn/profileSurvey.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const someone = async () => {
  const ana = await (await world.unit()).person('user');
  return { ana, browser: await world.signIn(ana) };
};

test('is shown until it is answered, and the answer can be changed', async () => {
  const { ana, browser } = await someone();
  const due = async () => (await browser.call(getConfig, {})).profile_survey_due;
  expect(await due()).toBe(true);
  await browser.call(sendSurvey, { body: { user_id: ana.id, position: 'analyst' } });
  expect(await due()).toBe(false);
  await browser.call(sendSurvey, { body: { user_id: ana.id, position: 'other', other: 'Consultora' } });
  expect(await browser.call(getSurvey, {})).toEqual({ position: 'other', other: 'Consultora' });
});

test('a position has to be chosen, and an own one to be written', async () => {
  const { ana, browser } = await someone();
  const refused = await browser.refusal(sendSurvey, { body: { user_id: ana.id, position: 'other', other: '   ' } });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['other']]);
});

test('nobody answers for somebody else', async () => {
  const { browser } = await someone();
  const { ana: other } = await someone();
  expect((await browser.refusal(sendSurvey, { body: { user_id: other.id, position: 'manager' } })).status).toBe(404);
});

test('later is taken twice, then for a month each time', async () => {
  const { ana, browser } = await someone();
  const due = async () => (await (await world.signIn(ana)).call(getConfig, {})).profile_survey_due;
  await browser.call(surveyLater, {});
  expect(await due()).toBe(true);
  await browser.call(surveyLater, {});
  expect(await due()).toBe(false);
  world.setTime(new Date(Date.now() + 32 * 86_400_000));
  expect(await due()).toBe(true);
});
