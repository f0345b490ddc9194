/** What a person does of a morning, as the browser asks for it, and how often. */
import type { Step } from '../load/job.ts';
import { password } from '../data.ts';

const headers = { authorization: '{authorization}', cookie: '{cookie}', 'x-xsrf-token': '{xsrf}', lang: 'pt-BR' };
const get = (path: string): Step => ({ method: 'GET', path, headers, expect: 200 });

export type Act = {
  name: string;
  /** How often one person does it of a morning. */
  times: number;
  steps: readonly Step[];
};

/** Most come by single sign-on or are signed in still; nothing is dearer than a password. */
export const signingIn: Act = {
  name: 'sign in with a password',
  times: 1,
  steps: [
    { method: 'POST', path: '/api/login', headers: { lang: 'pt-BR' }, body: JSON.stringify({ email: '{email}', password }), expect: 200 },
  ],
};

export const acts: readonly Act[] = [
  {
    name: 'open the portal and its first page',
    times: 1,
    steps: [
      '/api/auth/config/getConfig',
      '/api/auth/group_reports/get/config/menu/reports',
      '/api/home',
      '/api/notifications?per_page=1',
    ].map(get),
  },
  { name: 'look through the own reports', times: 2, steps: [get('/api/my_reports?per_page=20')] },
  { name: 'search', times: 1, steps: [get('/api/my_reports?q=sales')] },
  {
    name: 'open a report and turn its pages',
    times: 3,
    steps: [
      { method: 'POST', path: '/api/my_reports/{report}/open', headers, expect: 200, keep: ['view_id'] },
      ...['one', 'two'].map((page): Step => ({
        method: 'POST',
        path: '/api/auth/log/report/page/view',
        headers,
        body: JSON.stringify({
          view_id: '{view_id}',
          reportId: '{report}',
          page,
          load_ms: 800,
          render_ms: 1200,
          device: 'desktop',
          origin: 'viewer',
        }),
        expect: 204,
      })),
    ],
  },
  {
    name: 'star a report, and take the star away',
    times: 1,
    steps: [true, false].map((favourite): Step => ({
      method: 'PUT',
      path: '/api/my_reports/{report}/favourite',
      headers,
      body: JSON.stringify({ favourite }),
      expect: 204,
    })),
  },
];
