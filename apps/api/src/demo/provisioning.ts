/** Litoral is provisioned by the local directory: two of its people and a group come from there, and its log has a story to read. */
import type { Asked, Outcome, Reason } from '@vitrine/contract/people/provisioning.ts';
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { demoPeople, demoUnits } from './people.ts';

const dayMs = 86_400_000;
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

type Person = 'litoral_diretor' | 'litoral_coordenador' | 'litoral_leitora';
const memberOf = (person: Person): string => demoPeople[person].memberships[0]?.id ?? '';

type Line = {
  daysAgo: number;
  who: Person | { name: string; user_name: string };
  asked: Asked;
  outcome: Outcome;
  reason?: Reason;
  detail?: string;
  changes?: { field: string; before: string | null; after: string | null }[];
  rehearsal?: true;
};

const lines: Line[] = [
  {
    daysAgo: 9,
    who: 'litoral_diretor',
    asked: 'change',
    outcome: 'taken_over',
    changes: [{ field: 'externalId', before: null, after: 'a-2201' }],
  },
  {
    daysAgo: 9,
    who: 'litoral_coordenador',
    asked: 'change',
    outcome: 'taken_over',
    changes: [{ field: 'externalId', before: null, after: 'a-2202' }],
  },
  {
    daysAgo: 6,
    who: { name: 'Sofia Serrano', user_name: 'admin@serra.example' },
    asked: 'create',
    outcome: 'refused',
    reason: 'email_elsewhere',
    detail: 'The e-mail address has an account outside of this business unit.',
  },
  {
    daysAgo: 3,
    who: 'litoral_coordenador',
    asked: 'change',
    outcome: 'changed',
    changes: [
      { field: 'department', before: 'Messejana', after: 'Parangaba' },
      { field: 'title', before: 'Supervisor', after: 'Coordenador' },
    ],
  },
  {
    daysAgo: 2,
    who: 'litoral_diretor',
    asked: 'disable',
    outcome: 'disabled',
    changes: [{ field: 'active', before: 'true', after: 'false' }],
  },
  {
    daysAgo: 1,
    who: 'litoral_diretor',
    asked: 'enable',
    outcome: 'enabled',
    changes: [{ field: 'active', before: 'false', after: 'true' }],
  },
  {
    daysAgo: 1,
    who: { name: 'Rita Aguiar', user_name: 'rita.aguiar@litoral.example' },
    asked: 'create',
    outcome: 'created',
    changes: [
      { field: 'userName', before: null, after: 'rita.aguiar@litoral.example' },
      { field: 'department', before: null, after: 'Recepção' },
    ],
    rehearsal: true,
  },
  {
    daysAgo: 1,
    who: 'litoral_leitora',
    asked: 'disable',
    outcome: 'disabled',
    changes: [{ field: 'active', before: 'true', after: 'false' }],
    rehearsal: true,
  },
];

export async function loadDemoProvisioning({ database, now }: Services): Promise<void> {
  // Only a portal that started the local service gets here: an installation without it never loads this.
  const { demoProvisioning } = await import('@vitrine/emulator/definitions/demo.ts');
  const { id: tenant_id } = demoUnits.litoral;
  const at = (daysAgo: number) => new Date(now().getTime() - daysAgo * dayMs);
  const [local, other, group] = [uuidv7(), uuidv7(), uuidv7()];
  const tokens = [
    { id: local, name: 'Diretório local', token: demoProvisioning.token, rehearsal: false },
    { id: other, name: 'Okta (piloto)', token: uuidv7(), rehearsal: true },
  ];
  const provisioned = (person: Person, external_id: string, title: string) => {
    const { name, email } = demoPeople[person];
    const [givenName, ...family] = name.split(' ');
    const resource = {
      displayName: name,
      name: { givenName, familyName: family.join(' ') },
      title,
      emails: [{ value: email, type: 'work', primary: true }],
      [enterprise]: { department: demoPeople[person].memberships[0]?.department ?? 'Clínicas' },
    };
    return sql`insert into scim_user (tenant_id, membership_id, user_name, external_id, resource)
      values (${tenant_id}, ${memberOf(person)}, ${email}, ${external_id}, ${JSON.stringify(resource)})`;
  };
  await database.runEach({ kind: 'tenant', tenant_id, action: 'demo.load' }, [
    ...tokens.map(({ token, ...row }) =>
      query.insertInto('scim_token').values({
        tenant_id,
        ...row,
        token_hash: hashToken(token),
        last_four: token.slice(-4),
        created_at: at(10),
        expires_at: at(-355),
      }),
    ),
    // Its partner lets the administrators set up how people sign in.
    sql`update tenant_setting set value = value || '{"admins_set_sign_in": true}'`,
    sql`insert into scim_token_use (tenant_id, token_id, last_used_at) values (${tenant_id}, ${local}, ${at(1)})`,
    provisioned('litoral_diretor', 'a-2201', 'Diretor clínico'),
    provisioned('litoral_coordenador', 'a-2202', 'Coordenador'),
    sql`insert into user_group (tenant_id, id, name, description) values (${tenant_id}, ${group}, 'Coordenação de clínicas', 'Vem do diretório da empresa')`,
    sql`insert into scim_group (tenant_id, group_id, external_id) values (${tenant_id}, ${group}, 'g-31')`,
    sql`insert into user_group_member (tenant_id, group_id, membership_id) values (${tenant_id}, ${group}, ${memberOf('litoral_coordenador')})`,
    sql`insert into scim_log (tenant_id, id, at, token_id, token_name, rehearsal, kind, object_id, name, asked, outcome, added)
      values (${tenant_id}, ${uuidv7()}, ${at(9.5)}, ${local}, 'Diretório local', false, 'group', ${group}, 'Coordenação de clínicas', 'create', 'created', ${[memberOf('litoral_coordenador')]}::uuid[])`,
    ...lines.map(({ daysAgo, who, asked, outcome, reason, detail, changes = [], rehearsal = false }) => {
      const known = typeof who === 'string' ? demoPeople[who] : null;
      const [token_id, token_name] = rehearsal ? [other, 'Okta (piloto)'] : [local, 'Diretório local'];
      const name = typeof who === 'string' ? demoPeople[who].name : who.name;
      const user_name = known?.email ?? (typeof who === 'string' ? '' : who.user_name);
      const object_id = typeof who === 'string' ? memberOf(who) : outcome === 'created' ? uuidv7() : null;
      return sql`insert into scim_log (tenant_id, id, at, token_id, token_name, rehearsal, kind, object_id, name, user_name, asked, outcome, reason, detail, changes)
        values (${tenant_id}, ${uuidv7()}, ${at(daysAgo)}, ${token_id}, ${token_name}, ${rehearsal}, 'user', ${object_id}, ${name}, ${user_name},
          ${asked}, ${outcome}, ${reason ?? null}, ${detail ?? null}, ${JSON.stringify(changes)})`;
    }),
  ]);
}
