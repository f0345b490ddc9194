import { titleOf } from '../../../visuals/title.ts';
import type { VisualEnvironment } from '../visual.ts';
import type { VisualModel } from '../../../visuals/visual.ts';
import type { ECharts } from '../../../visuals/charts/charts.ts';
import type { Picture } from '../../../visuals/charts/picture.ts';

type Now = { chart: ECharts; picture: Picture; model: VisualModel; environment: VisualEnvironment };

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrows walk the points of a chart and say them, Enter selects, Escape clears. */
export function followKeys(room: HTMLElement, host: HTMLElement, current: () => Now | undefined): { redrawn: () => void } {
  const voice = document.createElement('div');
  voice.className = 'sr-only';
  voice.setAttribute('aria-live', 'polite');
  host.append(voice);
  let at = -1;

  const show = ({ chart, picture }: Now): void => {
    const point = picture.points[at];
    if (!point) return;
    const { seriesIndex, dataIndex } = point;
    chart.dispatchAction({ type: 'downplay' });
    chart.dispatchAction({ type: 'highlight', seriesIndex, dataIndex });
    chart.dispatchAction({ type: 'showTip', seriesIndex, dataIndex });
    voice.textContent = `${point.label}: ${point.values.map((value) => value.formatted).join(', ')}`;
  };

  room.addEventListener('keydown', (event) => {
    const now = current();
    const count = now?.picture.points.length ?? 0;
    if (!now || count === 0) return;
    const step = steps[event.key];
    if (step) {
      at = at < 0 && event.key !== 'End' ? 0 : step(at, count);
      show(now);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const point = now.picture.points[at];
      if (!point) return;
      now.environment.select(point, event.ctrlKey || event.metaKey);
    } else if (event.key === 'Escape' && at >= 0) {
      now.environment.clearSelection();
      leave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const leave = (): void => {
    const now = current();
    now?.chart.dispatchAction({ type: 'downplay' });
    now?.chart.dispatchAction({ type: 'hideTip' });
    at = -1;
  };
  room.addEventListener('blur', leave);

  return {
    redrawn() {
      const now = current();
      if (!now) return;
      const { say } = now.environment;
      room.setAttribute('aria-label', `${titleOf(now.model.definition, say)}. ${say('point_help')}`);
      if (at >= now.picture.points.length) at = -1;
    },
  };
}
