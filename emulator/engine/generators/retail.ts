/** Invented sales of the retailer Varejo Horizonte: growth, seasons, campaigns, returns; the same on every machine. */
import type { GeneratedTable } from './generatedTable.ts';
import { cumulate, seededRandom } from './random.ts';
import type { Random } from './random.ts';
import { blackFriday, calendarDays, calendarTable } from './calendar.ts';
import type { CalendarDay } from './calendar.ts';
import { products } from './retailProducts.ts';
import { stores } from './retailStores.ts';
import type { Region, Store } from './retailStores.ts';

const channels = ['Loja física', 'Site', 'Aplicativo', 'Televendas'];
const segments = ['Consumidor', 'Clube Horizonte', 'Pequena empresa', 'Corporativo'];
const segmentWeights = cumulate([0.6, 0.26, 0.1, 0.04]);
const returnRates = [0.018, 0.062, 0.055, 0.035];

const monthFactors = [0.84, 0.8, 0.91, 0.93, 1.12, 1.0, 0.94, 1.04, 0.93, 1.06, 1.28, 1.55];
const weekdayFactors = [0.88, 0.86, 0.9, 0.93, 0.98, 1.12, 1.36];
const yearlyGrowth: Record<Region, number> = { Norte: 0.1, Nordeste: 0.08, 'Centro-Oeste': 0.07, Sudeste: 0.035, Sul: 0.055 };
const categorySeasons: Record<string, number[]> = {
  Eletrônicos: [0.9, 0.85, 0.95, 0.95, 1, 1, 0.95, 1.05, 1, 1, 1.6, 1.25],
  'Casa e cozinha': [1, 0.9, 1, 1, 1.35, 1.05, 1, 0.95, 0.95, 0.95, 1.15, 1.05],
  Moda: [0.95, 0.95, 1, 1.1, 1.15, 1.1, 1, 1, 1, 0.95, 1, 1.2],
  'Esporte e lazer': [1.35, 1.2, 1, 0.9, 0.85, 0.8, 0.9, 1.05, 1, 1, 1.05, 1.2],
  'Beleza e saúde': [1, 1, 1.15, 1, 1.25, 1.1, 0.9, 0.95, 1, 1, 1.05, 1.1],
  Brinquedos: [0.8, 0.7, 0.75, 0.8, 0.8, 0.8, 0.9, 0.85, 0.95, 2.1, 1.2, 1.9],
};
const linesPerDay = 8.35;

type Sales = {
  order: number[];
  day: number[];
  store: number[];
  product: number[];
  channel: number[];
  segment: number[];
  quantity: number[];
  gross: number[];
  discount: number[];
  net: number[];
  cost: number[];
  promotion: boolean[];
  returned: boolean[];
};

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** Days around Black Friday, the week before Christmas and one week in the middle of every second month sell at a discount. */
function campaign(date: CalendarDay): { lift: number; reduction: number } {
  const toBlackFriday = date.day - blackFriday(date.year);
  if (toBlackFriday >= -3 && toBlackFriday <= 1) return { lift: 2.1, reduction: 0.24 };
  const dayOfMonth = new Date(date.day * 86_400_000).getUTCDate();
  if (date.month === 12 && dayOfMonth >= 17 && dayOfMonth <= 24) return { lift: 1.45, reduction: 0.1 };
  if (date.month % 2 === 1 && dayOfMonth >= 10 && dayOfMonth <= 16) return { lift: 1.22, reduction: 0.15 };
  return { lift: 1, reduction: 0 };
}

function expectedLines(store: Store, date: CalendarDay, lift: number): number {
  const years = (date.day - (calendarDays[0]?.day ?? 0)) / 365;
  const growth = store.name === 'São Paulo Tatuapé' ? 0.9 ** years : (1 + yearlyGrowth[store.region]) ** years;
  return linesPerDay * store.size * growth * (monthFactors[date.month - 1] ?? 1) * (weekdayFactors[date.weekday] ?? 1) * lift;
}

function channelWeights(date: CalendarDay): number[] {
  const years = (date.day - (calendarDays[0]?.day ?? 0)) / 365;
  return cumulate([0.7 - 0.05 * years, 0.17 + 0.025 * years, 0.06 + 0.035 * years, 0.07 - 0.01 * years]);
}

function quantity(segment: number, price: number, random: Random): number {
  const base = price > 600 ? 1 : 1 + random.poisson(0.45);
  return segment >= 2 ? base + random.poisson(segment === 3 ? 3.2 : 1.4) : base;
}

function generateSales(): Sales {
  const random = seededRandom(20240101);
  const sales: Sales = {
    order: [],
    day: [],
    store: [],
    product: [],
    channel: [],
    segment: [],
    quantity: [],
    gross: [],
    discount: [],
    net: [],
    cost: [],
    promotion: [],
    returned: [],
  };
  let order = 100_000;
  for (const date of calendarDays) {
    const { lift, reduction } = campaign(date);
    const inflation = 1.04 ** (date.year - 2024);
    const costInflation = 1.045 ** (date.year - 2024);
    const channelSums = channelWeights(date);
    const productSums = cumulate(
      products.map((product) => product.popularity * (categorySeasons[product.category]?.[date.month - 1] ?? 1)),
    );
    stores.forEach((store, storeIndex) => {
      const lines = random.poisson(expectedLines(store, date, lift));
      let channel = 0;
      let segment = 0;
      for (let line = 0; line < lines; line += 1) {
        if (line === 0 || random.next() < 0.62) {
          order += 1;
          channel = random.weighted(channelSums);
          segment = random.weighted(segmentWeights);
        }
        const productIndex = random.weighted(productSums);
        const product = products[productIndex];
        if (!product) continue;
        const units = quantity(segment, product.price, random);
        const promotion = reduction > 0 && random.next() < 0.7;
        const share = promotion
          ? reduction * random.between(0.7, 1.3)
          : random.next() < (store.format === 'Outlet' ? 0.6 : 0.14)
            ? random.between(0.04, 0.12)
            : 0;
        const gross = cents(product.price * inflation * units);
        const discount = cents(gross * (segment === 3 ? share + 0.05 : share));
        sales.order.push(order);
        sales.day.push(date.day);
        sales.store.push(storeIndex + 1);
        sales.product.push(productIndex + 1);
        sales.channel.push(channel + 1);
        sales.segment.push(segment + 1);
        sales.quantity.push(units);
        sales.gross.push(gross);
        sales.discount.push(discount);
        sales.net.push(cents(gross - discount));
        sales.cost.push(cents(product.unit_cost * costInflation * units));
        sales.promotion.push(promotion);
        sales.returned.push(random.next() < (returnRates[channel] ?? 0) * (product.category === 'Moda' ? 1.9 : 1));
      }
    });
  }
  return sales;
}

/** A target for each shop and month: what was sold, seen from before, with the optimism or the caution of the shop's planner. */
function generateGoals(sales: Sales): GeneratedTable {
  const random = seededRandom(77);
  const optimism = stores.map(() => random.between(0.92, 1.09));
  const sold = new Map<string, number>();
  const firstOfMonth = new Map(calendarDays.toReversed().map((date) => [date.month_key, date.day]));
  const monthOfDay = new Map(calendarDays.map((date) => [date.day, date.month_key]));
  sales.day.forEach((day, index) => {
    const key = `${monthOfDay.get(day)}/${sales.store[index]}`;
    sold.set(key, (sold.get(key) ?? 0) + (sales.returned[index] ? 0 : (sales.net[index] ?? 0)));
  });
  const goals = [...firstOfMonth]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([monthKey, day]) =>
      stores.map((_, index) => ({
        day,
        store: index + 1,
        goal: Math.round(((sold.get(`${monthKey}/${index + 1}`) ?? 0) * (optimism[index] ?? 1) * random.between(0.95, 1.06)) / 500) * 500,
      })),
    );
  return [
    { name: 'Mês', type: 'date', values: goals.map((goal) => goal.day) },
    { name: 'Código da loja', type: 'integer', values: goals.map((goal) => goal.store) },
    { name: 'Meta', type: 'number', values: goals.map((goal) => goal.goal) },
  ];
}

function numbered(codeName: string, name: string, values: string[]): GeneratedTable {
  return [
    { name: codeName, type: 'integer', values: values.map((_, index) => index + 1) },
    { name, type: 'text', values },
  ];
}

/** The tables of the retail sample, by name. */
export function generateRetail(): Record<string, GeneratedTable> {
  const sales = generateSales();
  return {
    Vendas: [
      { name: 'Pedido', type: 'integer', values: sales.order },
      { name: 'Data', type: 'date', values: sales.day },
      { name: 'Código da loja', type: 'integer', values: sales.store },
      { name: 'Código do produto', type: 'integer', values: sales.product },
      { name: 'Código do canal', type: 'integer', values: sales.channel },
      { name: 'Código do segmento', type: 'integer', values: sales.segment },
      { name: 'Quantidade', type: 'integer', values: sales.quantity },
      { name: 'Valor bruto', type: 'number', values: sales.gross },
      { name: 'Desconto', type: 'number', values: sales.discount },
      { name: 'Valor líquido', type: 'number', values: sales.net },
      { name: 'Custo', type: 'number', values: sales.cost },
      { name: 'Em promoção', type: 'boolean', values: sales.promotion },
      { name: 'Devolvida', type: 'boolean', values: sales.returned },
    ],
    Loja: [
      { name: 'Código da loja', type: 'integer', values: stores.map((_, index) => index + 1) },
      { name: 'Loja', type: 'text', values: stores.map((store) => store.name) },
      { name: 'Cidade', type: 'text', values: stores.map((store) => store.city) },
      { name: 'Estado', type: 'text', values: stores.map((store) => store.state) },
      { name: 'UF', type: 'text', values: stores.map((store) => store.state_code) },
      { name: 'Região', type: 'text', values: stores.map((store) => store.region) },
      { name: 'Formato', type: 'text', values: stores.map((store) => store.format) },
      { name: 'Área (m²)', type: 'integer', values: stores.map((store) => store.area_m2) },
      { name: 'Inauguração', type: 'date', values: stores.map((store) => Date.parse(store.opened) / 86_400_000) },
      { name: 'Gerente', type: 'text', values: stores.map((store) => store.manager) },
      { name: 'E-mail do gerente', type: 'text', values: stores.map((store) => store.manager_email) },
      { name: 'Latitude', type: 'number', values: stores.map((store) => store.latitude) },
      { name: 'Longitude', type: 'number', values: stores.map((store) => store.longitude) },
    ],
    Produto: [
      { name: 'Código do produto', type: 'integer', values: products.map((_, index) => index + 1) },
      { name: 'Produto', type: 'text', values: products.map((product) => product.name) },
      { name: 'Categoria', type: 'text', values: products.map((product) => product.category) },
      { name: 'Subcategoria', type: 'text', values: products.map((product) => product.subcategory) },
      { name: 'Marca', type: 'text', values: products.map((product) => product.brand) },
      { name: 'Preço de tabela', type: 'number', values: products.map((product) => product.price) },
      { name: 'Custo unitário', type: 'number', values: products.map((product) => product.unit_cost) },
    ],
    Calendário: calendarTable(),
    Canal: numbered('Código do canal', 'Canal', channels),
    Segmento: numbered('Código do segmento', 'Segmento', segments),
    Metas: generateGoals(sales),
  };
}
