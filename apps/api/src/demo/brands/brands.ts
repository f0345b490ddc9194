/** What a unit of the demo looks like before the sign-in: logo, picture, and a sentence of its trade. */
import { brandOf } from '@vitrine/contract/brandFrom.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { nothingOwn, themeSections } from '@vitrine/contract/organisation/themes.ts';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { DemoUnit } from '../people.ts';
import { demoPartners, demoPeople, demoUnits } from '../people.ts';
import { looks } from '../looks.ts';
import { coast } from './coast.ts';
import { logoOf } from './logos.ts';
import { mountains } from './mountains.ts';
import { powerLines } from './powerLines.ts';
import { streets } from './streets.ts';

const pictures: Record<DemoUnit, () => Buffer> = { aurora: streets, serra: mountains, litoral: coast, delta: powerLines };

const sentences: Record<DemoUnit, ThemeDocument['sign_in_sentence']> = {
  aurora: {
    'pt-BR': 'O dia de cada loja, antes de abrir as portas.',
    'pt-PT': 'O dia de cada loja, antes de abrir as portas.',
    'en-US': 'Every store’s day, before the doors open.',
    es: 'El día de cada tienda, antes de abrir las puertas.',
  },
  serra: {
    'pt-BR': 'Onde está cada carga, e quando ela chega.',
    'pt-PT': 'Onde está cada carga, e quando chega.',
    'en-US': 'Where every load is, and when it arrives.',
    es: 'Dónde está cada carga, y cuándo llega.',
  },
  litoral: {
    'pt-BR': 'Menos espera, mais cuidado: os números de cada unidade.',
    'pt-PT': 'Menos espera, mais cuidados: os números de cada unidade.',
    'en-US': 'Less waiting, more care: the figures of every clinic.',
    es: 'Menos espera, más cuidado: las cifras de cada clínica.',
  },
  delta: {
    'pt-BR': 'A energia da Amazônia, da subestação à fatura.',
    'pt-PT': 'A energia da Amazónia, da subestação à fatura.',
    'en-US': 'The Amazon’s energy, from substation to bill.',
    es: 'La energía de la Amazonia, de la subestación a la factura.',
  },
};

/** A picture of the demo as the row that keeps it. */
const pictureRow = (tenant_id: string, kind: 'logo' | 'background', name: string, bytes: Buffer) => ({
  id: uuidv7(),
  tenant_id,
  kind,
  name,
  content_type: 'image/svg+xml',
  bytes,
  size: bytes.length,
});

/** Its first colours: buttons as dark as the sign-in, and no sentence yet. */
const firstColours = ({ colours, ...document }: ThemeDocument): ThemeDocument => ({
  ...document,
  colours: { ...colours, button: colours.login_background, login_button: colours.login_background },
  sign_in_sentence: {},
});
/** What it began with: nobody had chosen colours yet. */
const beginning = (document: ThemeDocument): ThemeDocument => ({
  ...firstColours(document),
  own: document.own.filter((section) => section !== 'colours'),
});
const dayMs = 86_400_000;

/** Who publishes. */
const publishers = {
  aurora: demoPeople.admin.id,
  serra: demoPeople.serra_admin.id,
  litoral: demoPeople.litoral_admin.id,
  delta: demoPeople.delta_admin.id,
} as const satisfies Record<DemoUnit, string>;

/** Each unit has the theme that it uses, and one for a campaign of which only the draft is there. */
async function writeThemes({ database, now }: Pick<Services, 'database' | 'now'>, unit: DemoUnit): Promise<void> {
  const { id: tenant_id, name, title } = demoUnits[unit];
  const logo = pictureRow(tenant_id, 'logo', `${unit}.svg`, logoOf(unit));
  const picture = pictureRow(tenant_id, 'background', `${unit}-entrada.svg`, pictures[unit]());
  const document: ThemeDocument = {
    ...nothingOwn,
    own: [...themeSections],
    colours: looks[unit],
    logo_id: logo.id,
    sign_in_picture_id: picture.id,
    title,
    sign_in_sentence: sentences[unit],
  };
  const [id, campaign] = [uuidv7(), { ...document, colours: { ...looks[unit], button: '#8a1c4a', login_button: '#8a1c4a' } }];
  const published_by = publishers[unit];
  const ago = (days: number) => new Date(now().getTime() - days * dayMs);
  const [draft, later] = [JSON.stringify(document), JSON.stringify(campaign)];
  await database.runEach({ kind: 'tenant', tenant_id, action: 'demo.load' }, [
    query.insertInto('theme_picture').values([logo, picture]),
    query.insertInto('theme').values([
      { id, tenant_id, name, draft, published: draft, number: 3, published_at: now() },
      { id: uuidv7(), tenant_id, name: `${name} · campanha`, draft: later, published: null, number: 0, published_at: null },
    ]),
    query.insertInto('theme_version').values([
      { theme_id: id, number: 1, document: JSON.stringify(beginning(document)), published_at: ago(30), published_by },
      { theme_id: id, number: 2, document: JSON.stringify(firstColours(document)), published_at: ago(12), published_by },
      { theme_id: id, number: 3, document: draft, published_at: now(), published_by },
    ]),
    query.updateTable('tenant_setting').set({ theme_id: id }).where('tenant_id', '=', tenant_id),
  ]);
}

/** A theme that was published twice, and a draft; of a partner, or with null of the platform. */
async function writeThemesAbove(
  { database, now }: Pick<Services, 'database' | 'now'>,
  partner_id: string | null,
  { name, campaign, colour }: { name: string; campaign: string; colour: string },
): Promise<void> {
  const document: ThemeDocument = { ...nothingOwn, own: ['colours'], colours: brandOf(colour) };
  const [id, draft] = [uuidv7(), JSON.stringify(document)];
  const first = { ...document, show_background_image: false };
  const caller = partner_id ? ({ kind: 'partner', partner_id } as const) : ({ kind: 'operator' } as const);
  await database.runEach({ ...caller, action: 'demo.load' }, [
    query.insertInto('theme').values([
      { id, partner_id, name, draft, published: draft, number: 2, published_at: now() },
      { id: uuidv7(), partner_id, name: campaign, draft: JSON.stringify({ ...document, colours: brandOf('#7a3b00') }) },
    ]),
    query.insertInto('theme_version').values([
      { theme_id: id, number: 1, document: JSON.stringify(first), published_at: new Date(now().getTime() - 60 * dayMs) },
      { theme_id: id, number: 2, document: draft, published_at: now() },
    ]),
  ]);
}

export async function loadDemoBrands(services: Pick<Services, 'database' | 'now'>): Promise<void> {
  await writeThemesAbove(services, demoPartners.horizonte.id, { name: 'Horizonte', campaign: 'Horizonte · feiras', colour: '#1c5d8a' });
  await writeThemesAbove(services, null, { name: 'Vitrine 2026', campaign: 'Vitrine · fim de ano', colour: '#2f5bd3' });
  for (const unit of Object.keys(demoUnits) as DemoUnit[]) await writeThemes(services, unit);
}
