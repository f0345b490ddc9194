/** The profile survey (docs/reference/specification.md 3 to 5 and 7). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { profileSurveyCodec } from '../wire.ts';

export const positions = ['director', 'supervisor', 'manager', 'analyst', 'other'] as const;
export type Position = (typeof positions)[number];

export const sendSurvey = endpoint({
  method: 'POST',
  path: '/api/auth/users/send/questionario/perfil',
  can: 'session',
  summary: 'Answers the survey, or changes the answer; for oneself only',
  body: z
    .strictObject({
      user_id: id,
      position: z.enum(positions),
      other: z.string().trim().max(120).default(''),
    })
    .refine(({ position, other }) => position !== 'other' || other !== '', { path: ['other'], message: 'required' }),
  wire: { body: profileSurveyCodec },
});

export const surveyLater = endpoint({
  method: 'POST',
  path: '/api/profile/survey/later',
  can: 'session',
  summary: 'Not now: the survey comes back at the next sign-in, after the second time once a month',
});

export const getSurvey = endpoint({
  method: 'GET',
  path: '/api/profile/survey',
  can: 'session',
  summary: 'The own answer',
  answer: z.object({ position: z.enum(positions).nullable(), other: z.string() }),
});
