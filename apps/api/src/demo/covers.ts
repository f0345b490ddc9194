/** Covers of some demo reports; the others have one that is drawn from the title. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';
import type { Picture } from './picture.ts';
import { bar, below, disc, drawPng, ring } from './picture.ts';

const { id: tenant_id } = demoUnits.aurora;
const [width, height] = [480, 270];
const [white, coral, plum] = [
  [255, 255, 255],
  [232, 93, 92],
  [58, 29, 61],
] as const;

/** Columns of growing months, the last one in the unit's colour. */
const sales: Picture = {
  width,
  height,
  from: [250, 233, 226],
  to: [240, 205, 204],
  shapes: [96, 112, 84, 128, 140, 118, 160, 184].map((tall, index) =>
    bar(64 + index * 46, 226 - tall, 28, tall, index === 7 ? [184, 50, 79] : plum, index === 7 ? 1 : 0.55),
  ),
};

/** Revenue and what remains of it. */
const margin: Picture = {
  width,
  height,
  from: [243, 236, 248],
  to: [222, 210, 236],
  shapes: [
    below((x) => 150 - 26 * Math.sin(x / 70) - x / 9, [124, 92, 158], 0.45),
    below((x) => 196 - 20 * Math.sin(x / 60 + 1) - x / 14, plum, 0.75),
  ],
};

/** Circles around an epicentre. */
const quakes: Picture = {
  width,
  height,
  from: [27, 38, 59],
  to: [65, 50, 74],
  shapes: [
    ...[34, 66, 98, 130, 162, 194].map((radius, index) => ring(300, 140, radius, 4, coral, 0.9 - index * 0.14)),
    disc(300, 140, 14, [255, 214, 170]),
    ...[24, 44].map((radius, index) => ring(110, 200, radius, 3, white, 0.5 - index * 0.2)),
    disc(110, 200, 7, white, 0.8),
  ],
};

/** Bubbles of countries by income and life expectancy. */
const health: Picture = {
  width,
  height,
  from: [226, 244, 240],
  to: [198, 228, 232],
  shapes: [
    disc(96, 206, 22, [11, 114, 133], 0.7),
    disc(150, 168, 34, [224, 168, 46], 0.75),
    disc(214, 178, 14, coral, 0.8),
    disc(252, 128, 42, [31, 107, 74], 0.65),
    disc(322, 112, 20, [11, 114, 133], 0.75),
    disc(366, 76, 28, coral, 0.7),
    disc(420, 70, 12, [224, 168, 46], 0.85),
  ],
};

/** The cover of a group, for its reports without one of their own. */
const market: Picture = {
  width,
  height,
  from: [214, 232, 246],
  to: [250, 240, 222],
  shapes: [
    disc(366, 84, 34, [255, 205, 120], 0.9),
    below((x) => 176 - 34 * Math.sin(x / 84), [116, 160, 190], 0.5),
    below((x) => 208 - 24 * Math.sin(x / 62 + 2), [60, 108, 142], 0.6),
    below((x) => 238 - 14 * Math.sin(x / 48 + 4), [34, 70, 104], 0.8),
  ],
};

const ofReports: Record<string, Picture> = {
  'Vendas da rede': sales,
  'Margem e descontos': margin,
  'Terremotos e desastres': quakes,
  'Saúde e renda no mundo': health,
};

/** Needs the reports of `reports.ts`. */
export async function loadDemoCovers({ database }: Pick<Services, 'database'>): Promise<void> {
  const stored = (name: string, kind: 'cover' | 'group_cover', picture: Picture) => {
    const id = uuidv7();
    const bytes = drawPng(picture);
    return { id, file: storeFile({ id, kind, name, content_type: 'image/png', bytes, person_id: demoPeople.admin.id }) };
  };
  const ofGroup = stored('mercado.png', 'group_cover', market);
  await database.runEach({ kind: 'tenant', tenant_id, action: 'demo.load' }, [
    ofGroup.file,
    sql`update report_group set cover_id = ${ofGroup.id} where name = 'Mercado'`,
    ...Object.entries(ofReports).flatMap(([title, picture], index) => {
      const { id, file } = stored(`capa-${index + 1}.png`, 'cover', picture);
      return [file, sql`update report set cover_id = ${id} where title = ${title}`];
    }),
  ]);
}
