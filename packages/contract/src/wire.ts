/**
 * The Portuguese and irregular words that docs/reference/specification.md 3, 7 and 8 fix on the wire, in one place: inside the portal a yes/no is
 * a boolean and a name is English; here they are translated. Without zod, because the first page of the web needs it.
 *
 * An endpoint names the codecs of its body and answer; its schemas are those of the code. The server translates before it
 * parses and after it has encoded an answer, callers do the same the other way round (`client.ts`).
 */
import type { Role } from './roles.ts';

/** Translates a value between code and wire. What has no translation becomes null, which the schema then refuses. */
export type Codec = {
  toWire: (value: unknown) => unknown;
  fromWire: (value: unknown) => unknown;
  /** The words on the wire, for the description of the API; a codec of fields has none. */
  words: readonly string[];
  /** Of an object, or of the objects of a list. */
  fields?: WireFields;
};

const wordCodec = (wordOf: ReadonlyMap<unknown, string>): Codec => {
  const meaningOf = new Map(Array.from(wordOf, ([meaning, word]): [unknown, unknown] => [word, meaning]));
  return {
    toWire: (value) => wordOf.get(value) ?? null,
    fromWire: (value) => meaningOf.get(value) ?? null,
    words: [...wordOf.values()],
  };
};

/** How fields of an object are called on the wire, and the codec of their values, by their names in code. */
export type WireFields = Readonly<Record<string, { name?: string; as?: Codec }>>;

/** An object on the wire. Fields that are not listed are the same in code. */
export type ObjectCodec = Codec & {
  fields: WireFields;
  /** The name of a field; also of a place inside of it, such as `allowed_addresses.0.address`. */
  nameOnWire: (field: string) => string;
  nameInCode: (field: string) => string;
  /** Names of code that came from the wire, where they have no meaning. */
  strangersIn: (value: unknown) => string[];
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path of field names with another first name. */
const renamed = (field: string, names: ReadonlyMap<string, string>): string => {
  const [first = '', ...inside] = field.split('.');
  return [names.get(first) ?? first, ...inside].join('.');
};

function objectCodec(fields: WireFields): ObjectCodec {
  const nameOf = new Map(Object.entries(fields).flatMap(([field, { name }]): [string, string][] => (name ? [[field, name]] : [])));
  const fieldOf = new Map(Array.from(nameOf, ([field, name]): [string, string] => [name, field]));
  const inCode = (name: string): string => fieldOf.get(name) ?? name;
  const translated = (value: unknown, entry: (entry: [string, unknown]) => [string, unknown]): unknown =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(entry)) : value;
  return {
    fields,
    words: [],
    toWire: (value) => translated(value, ([field, held]) => [nameOf.get(field) ?? field, fields[field]?.as?.toWire(held) ?? held]),
    fromWire: (value) =>
      translated(value, ([name, held]) => {
        const { as } = fields[inCode(name)] ?? {};
        return [inCode(name), as ? as.fromWire(held) : held];
      }),
    nameOnWire: (field) => renamed(field, nameOf),
    nameInCode: (field) => renamed(field, fieldOf),
    strangersIn: (value) => (isObject(value) ? Object.keys(value).filter((name) => nameOf.has(name) && !fieldOf.has(name)) : []),
  };
}

const listCodec = (of: Codec): Codec => ({
  toWire: (value) => (Array.isArray(value) ? value.map(of.toWire) : value),
  fromWire: (value) => (Array.isArray(value) ? value.map(of.fromWire) : value),
  words: of.words,
  ...(of.fields ? { fields: of.fields } : {}),
});

/** Yes and no. */
const flag = wordCodec(
  new Map([
    [true, 'S'],
    [false, 'N'],
  ]),
);

/** Whether somebody is let in; an active person of a unit on trial is on trial. */
export const entityStatuses = ['active', 'blocked', 'inactive', 'trial', 'deactivated'] as const;

const entityStatus = wordCodec(
  new Map<(typeof entityStatuses)[number], string>([
    ['active', 'A'],
    ['blocked', 'B'],
    ['inactive', 'I'],
    ['trial', 'T'],
    ['deactivated', 'D'],
  ]),
);

/** A person of a unit, as a row and as what is searched or changed in it. */
export const memberCodec = objectCodec({ state: { as: entityStatus } });
export const membersCodec = objectCodec({ data: { as: listCodec(memberCodec) } });

/** People whom filters find. */
export const memberSearchCodec = objectCodec({ found: { as: memberCodec } });

/** What somebody is in the portal: operator, partner, administrator, reader. */
const roleWords = new Map<Role, string>([
  ['operator', 'a2m'],
  ['partner', 'master'],
  ['admin', 'admin'],
  ['user', 'user'],
]);

/** The signed-in person, as an answer and as `bi:cache` holds it. */
export const personCodec = objectCodec({
  name: { name: 'nome_usuario' },
  partner_id: { name: 'parceiro_id' },
  role: { name: 'perfil_usuario', as: wordCodec(roleWords) },
});

/** A finished sign-in. */
export const signedInCodec = objectCodec({ user: { as: personCodec } });

/** The browser's report of a lost session. */
export const lostSessionCodec = objectCodec({
  source: { name: 'origem' },
  route: { name: 'rota' },
  partner_id: { name: 'parceiro_id' },
});

/** Calls about a token of a directory name it as the specification does. */
export const scimTokenCodec = objectCodec({ token_id: { name: 'id' } });

export const profileSurveyCodec = objectCodec({ position: { name: 'perfil_usuario' } });

const settingFields = {
  start_report_id: { name: 'relatorio_id' },
  allowed_addresses: { name: 'listIp' },
  show_last_refresh: { name: 'mostrar_ultima_atualizacao_relatorio' },
  show_last_refresh_everywhere: { name: 'mostrar_ultima_atualizacao_relatorio_global' },
  require_second_factor: { name: 'mfa_master', as: flag },
  admins_set_second_factor: { name: 'mfa_permission_admin', as: flag },
  admins_set_sign_in: { as: flag },
  enable: { as: flag },
  send_email_register_user: { as: flag },
  enable_password: { as: flag },
  allow_access_remote: { as: flag },
  user_import: { as: flag },
  enable_embedded: { as: flag },
  save_filter: { as: flag },
  show_menu_report: { as: flag },
  ip: { as: flag },
  capital_letter: { as: flag },
  special_characters: { as: flag },
  show_name_report: { as: flag },
  enable_helpdesk: { as: flag },
  send_email_helpdesk: { as: flag },
  enable_watermark: { as: flag },
  send_email_notification: { as: flag },
  last_update: { as: flag },
} as const satisfies WireFields;

const settingsCodec = objectCodec(settingFields);
const settingNames = listCodec({
  toWire: (key) => settingsCodec.nameOnWire(String(key)),
  fromWire: (name) => settingsCodec.nameInCode(String(name)),
  words: [],
});

/** The configuration of a unit: as it is saved, as a form gets it, and as everybody loads it. */
export const configurationCodec = objectCodec({
  ...settingFields,
  welcome_message: { name: 'message_biexplorer' },
  profile_survey_due: { name: 'show_questionario_perfil' },
  own: { as: settingNames },
  inherit: { as: settingNames },
  inherited: { as: settingsCodec },
});

const errorWords = wordCodec(
  new Map([
    ['hours_not_allowed', 'horario_not_allowed'],
    ['maintenance', 'maitenance'],
  ]),
);

/** The word of a refusal; most are the same in code. */
export const toErrorWord = (word: string): string => (errorWords.toWire(word) as string | null) ?? word;
export const fromErrorWord = (word: string): string => (errorWords.fromWire(word) as string | null) ?? word;

/** The address of the operator's own reports. */
export const operatorReportsPath = '/report/a2m';
