import { init, pictureOf } from '../../page/visuals/chart/charts.ts';
import type { VisualEnvironment, VisualModel } from '../../page/visuals/visual.ts';
import type { Box, Drawing } from './sheet.ts';

/** Any chart, as the embed page draws it, without a browser. */
export const drawChart = async (sheet: Drawing, box: Box, model: VisualModel, environment: VisualEnvironment): Promise<void> => {
  const drawPicture = await pictureOf(model.definition.type);
  if (!drawPicture || !model.data['main']) return;
  const size = { width: Math.floor(box.width), height: Math.floor(box.height) };
  const picture = drawPicture(model, environment, size);
  await picture.ready;
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({ ...picture.option, animation: false });
  sheet.picture(chart.renderToSVGString(), { ...box, ...size });
  chart.dispose();
};
