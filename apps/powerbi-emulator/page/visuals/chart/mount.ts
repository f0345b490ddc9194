import type { QueryTable } from '../../query/cache.ts';
import type { MountVisual, VisualEnvironment, VisualModel } from '../visual.ts';
import type { ECharts } from './charts.ts';
import { followKeys } from './keys.ts';
import type { Picture, PlacedPoint } from './picture.ts';
import { pointOf } from './placed.ts';

/** Loading starts with the page, beside the report's data. */
const charts = import('./charts.ts');

/** How far from a line a click still means it, in pixels. */
const reach = 28;

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
  chart.getZr().on('click', (event) => {
    const now = drawn();
    if (!now) return;
    const nearest = now.picture.hit === 'nearest' ? nearestPoint(chart, now.picture, event.offsetX, event.offsetY) : undefined;
    if (nearest) now.environment.select(nearest, event.event.ctrlKey || event.event.metaKey);
    else if (now.picture.hit === 'nearest' || !event.target) now.environment.clearSelection();
  });
}

/** Any chart: the picture comes from its type, the life of the canvas is the same for all. */
export const mountChart: MountVisual = (host) => {
  const room = document.createElement('div');
  room.className = 'chart';
  room.tabIndex = 0;
  room.setAttribute('role', 'application');
  const scroller = document.createElement('div');
  scroller.className = 'chart-scroll';
  scroller.append(room);
  host.append(scroller);
  let chart: ECharts | undefined;
  let renderer = '';
  let drawn: Drawn | undefined;
  let disposed = false;
  let data: QueryTable | undefined;
  const keys = followKeys(room, host, () => (chart && drawn ? { chart, ...drawn } : undefined));

  const draw = async (model: VisualModel, environment: VisualEnvironment): Promise<void> => {
    const { init, pictures } = await charts;
    const drawPicture = pictures[model.definition.type];
    room.style.removeProperty('--chart-height');
    const measure = () => ({ width: room.clientWidth, height: room.clientHeight });
    let size = measure();
    let picture = drawPicture?.(model, environment, size);
    if (drawPicture && picture?.height !== undefined && picture.height > size.height) {
      room.style.setProperty('--chart-height', `${picture.height}px`);
      size = measure();
      picture = drawPicture(model, environment, size);
    }
    await picture?.ready;
    if (disposed || !picture || size.width === 0 || size.height === 0) return;
    const wanted = picture.heavy ? 'canvas' : 'svg';
    if (chart && renderer !== wanted) {
      chart.dispose();
      chart = undefined;
    }
    drawn = { picture, model, environment };
    if (!chart) {
      // Text is drawn in canvas units and scaled with the page; a canvas needs the finer grid.
      chart = init(room, null, { renderer: wanted, ...size, devicePixelRatio: Math.max(2, window.devicePixelRatio) });
      renderer = wanted;
      followClicks(chart, () => drawn);
    } else chart.resize(size);
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches || picture.points.length > 600;
    chart.setOption(
      { ...picture.option, animation: !still && data !== undefined && data !== model.data.main },
      { notMerge: false, replaceMerge: ['series', 'xAxis', 'yAxis'] },
    );
    data = model.data.main;
    keys.redrawn();
  };

  return {
    draw,
    resize() {
      if (drawn) void draw(drawn.model, drawn.environment);
    },
    dispose() {
      disposed = true;
      chart?.dispose();
    },
  };
};
