import type { VisualDefinition } from '../../../definitions/report.ts';
import { element } from '../../../visuals/element.ts';
import type { QueryTable } from '../../../definitions/queries.ts';
import type { MountVisual, VisualEnvironment, VisualView } from '../visual.ts';
import type { VisualModel } from '../../../visuals/visual.ts';
import type { ECharts } from '../../../visuals/charts/charts.ts';
import { whenIdle } from '../../idle.ts';
import { followKeys } from './keys.ts';
import type { Picture, PlacedPoint } from '../../../visuals/charts/picture.ts';
import { pointOf } from '../../../visuals/charts/placed.ts';

/** Loading starts with the page, beside the report's data. */
const charts = import('../../../visuals/charts/charts.ts');
// A page that has nothing else to do, such as the hidden one before the first report, fetches ahead. A failure is told by the visual.
whenIdle(() => void charts.then(({ fetchRarer }) => fetchRarer()).catch(() => undefined));

/** How far from a line a click still means it, in pixels. */
const reach = 28;
/** More points than these jump to their places. */
const mostMoving = 600;

function nearestPoint(chart: ECharts, picture: Picture, x: number, y: number): PlacedPoint | undefined {
  if (!chart.containPixel('grid', [x, y])) return undefined;
  let [best, found]: [number, PlacedPoint | undefined] = [reach, undefined];
  for (const point of picture.points) {
    const value = point.values[0]?.value;
    if (typeof value !== 'number') continue;
    const place = chart.convertToPixel({ seriesIndex: point.seriesIndex }, [point.dataIndex, value]);
    const away = Array.isArray(place) ? Math.hypot((place[0] ?? 0) - x, ((place[1] ?? 0) - y) / 2) : Infinity;
    if (away < best) [best, found] = [away, point];
  }
  return found;
}

type Drawn = { picture: Picture; model: VisualModel; environment: VisualEnvironment };

/** Selects what is clicked; a click beside everything clears. */
function followClicks(chart: ECharts, drawn: () => Drawn | undefined): void {
  chart.on('click', (event) => {
    const now = drawn();
    const point = now && pointOf(now.picture.points, event.data);
    if (!now || !point || now.picture.hit !== 'item') return;
    const native = event.event?.event;
    now.environment.select(point, native !== undefined && 'ctrlKey' in native && (native.ctrlKey || native.metaKey));
  });
  chart.getZr().on('dblclick', (event) => {
    const now = drawn();
    const point = now && (now.picture.hit === 'nearest' ? nearestPoint(chart, now.picture, event.offsetX, event.offsetY) : undefined);
    if (point) now.environment.drillDown(point);
  });
  chart.on('dblclick', (event) => {
    const now = drawn();
    const point = now && pointOf(now.picture.points, event.data);
    if (point && now.picture.hit === 'item') now.environment.drillDown(point);
  });
  chart.getZr().on('click', (event) => {
    const now = drawn();
    if (!now) return;
    const nearest = now.picture.hit === 'nearest' ? nearestPoint(chart, now.picture, event.offsetX, event.offsetY) : undefined;
    if (nearest) now.environment.select(nearest, event.event.ctrlKey || event.event.metaKey);
    else if (now.picture.hit === 'nearest' || !event.target) now.environment.clearSelection();
  });
}

type Size = { width: number; height: number };

/** Draws the picture for the room that there is; one that needs more height makes the visual scroll. */
function fitPicture(room: HTMLElement, drawPicture: (size: Size) => Picture): { picture: Picture; size: Size } {
  room.style.removeProperty('--chart-height');
  const size = { width: room.clientWidth, height: room.clientHeight };
  const picture = drawPicture(size);
  if (picture.height === undefined || picture.height <= size.height) return { picture, size };
  room.style.setProperty('--chart-height', `${picture.height}px`);
  const taller = { width: room.clientWidth, height: room.clientHeight };
  return { picture: drawPicture(taller), size: taller };
}

/** Any chart: the picture comes from its type, the life of the canvas is the same for all. */
const mountChart = (type: VisualDefinition['type'], host: HTMLElement): VisualView => {
  const drawing = charts.then(async ({ init, pictureOf }) => ({ init, drawPicture: await pictureOf(type) }));
  const room = element('div', { class: 'chart', role: 'application', tabindex: 0 });
  const scroller = element('div', { class: 'chart-scroll' }, room);
  host.append(scroller);
  let chart: ECharts | undefined;
  let renderer = '';
  let drawn: Drawn | undefined;
  let wanted: Pick<Drawn, 'model' | 'environment'> | undefined;
  let turns = 0;
  let data: QueryTable | undefined;
  const keys = followKeys(room, host, () => (chart && drawn ? { chart, ...drawn } : undefined));

  const draw = async (model: VisualModel, environment: VisualEnvironment): Promise<void> => {
    wanted = { model, environment };
    const turn = ++turns;
    const { init, drawPicture } = await drawing;
    // A frame that is not shown has no size; it is drawn when it gets one.
    if (!drawPicture || turn !== turns || room.clientWidth === 0 || room.clientHeight === 0) return;
    const { picture, size } = fitPicture(room, (given) => drawPicture(model, environment, given));
    await picture.ready;
    if (turn !== turns) return;
    const kind = picture.heavy ? 'canvas' : 'svg';
    if (chart && renderer !== kind) {
      chart.dispose();
      chart = undefined;
    }
    drawn = { picture, model, environment };
    if (!chart) {
      // The page is scaled as a whole: a canvas needs the finer grid.
      chart = init(room, null, { renderer: kind, ...size, devicePixelRatio: Math.max(2, window.devicePixelRatio) });
      renderer = kind;
      followClicks(chart, () => drawn);
    } else chart.resize(size);
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches || picture.points.length > mostMoving;
    const moves = !still && data !== undefined && data !== model.data.main;
    chart.setOption({ ...picture.option, animation: moves }, { replaceMerge: ['series', 'xAxis', 'yAxis'] });
    data = model.data.main;
    keys.redrawn();
  };

  let seen = '';
  const observer = new ResizeObserver(() => {
    const size = `${scroller.clientWidth} ${scroller.clientHeight}`;
    const first = seen === '';
    seen = size;
    if (wanted && (!first || !drawn)) void draw(wanted.model, wanted.environment);
  });
  observer.observe(scroller, { box: 'border-box' });

  return {
    draw,
    dispose() {
      turns++;
      observer.disconnect();
      chart?.dispose();
    },
  };
};

/** What such a chart needs beyond the common is fetched while its data are on their way. */
export const chartOf =
  (type: VisualDefinition['type']): MountVisual =>
  (host) =>
    mountChart(type, host);
