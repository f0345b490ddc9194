/** What a unit of the demo looks like before the sign-in: logo, picture, and a sentence of its trade. */
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import type { DemoUnit } from '../people.ts';
import { demoUnits } from '../people.ts';
import { coast } from './coast.ts';
import { logoOf } from './logos.ts';
import { mountains } from './mountains.ts';
import { powerLines } from './powerLines.ts';
import { streets } from './streets.ts';

const pictures: Record<DemoUnit, () => Buffer> = { aurora: streets, serra: mountains, litoral: coast, delta: powerLines };

const sentences: Record<DemoUnit, NonNullable<LoginConfiguration['sentence']>> = {
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

export async function loadDemoBrands({ database }: Pick<Services, 'database'>): Promise<void> {
  for (const unit of Object.keys(demoUnits) as DemoUnit[]) {
    const { id: tenant_id } = demoUnits[unit];
    const [logo_id, sign_in_picture_id] = [uuidv7(), uuidv7()];
    const content_type = 'image/svg+xml';
    await database.runEach({ kind: 'tenant', tenant_id, action: 'demo.load' }, [
      storeFile({ id: logo_id, kind: 'logo', name: `${unit}.svg`, content_type, bytes: logoOf(unit) }),
      storeFile({ id: sign_in_picture_id, kind: 'background', name: `${unit}-entrada.svg`, content_type, bytes: pictures[unit]() }),
      query
        .updateTable('tenant_setting')
        .set({ logo_id, sign_in_picture_id, sign_in_sentence: JSON.stringify(sentences[unit]) })
        .where('tenant_id', '=', tenant_id),
    ]);
  }
}
