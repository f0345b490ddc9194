import { init, pictureOf } from '../../visuals/charts/charts.ts';
import type { VisualStyle, VisualModel } from '../../visuals/visual.ts';
import type { Box, Drawing } from './sheet.ts';

/** Any chart, as the embed page draws it, without a browser. */
export const drawChart = async (sheet: Drawing, box: Box, model: VisualModel, style: VisualStyle): Promise<void> => {
  const drawPicture = await pictureOf(model.definition.type);
  if (!drawPicture || !model.data['main']) return;
  const size = { width: Math.floor(box.width), height: Math.floor(box.height) };
  const picture = drawPicture(model, style, size);
  await picture.ready;
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({ ...picture.option, animation: false });
  sheet.picture(chart.renderToSVGString(), { ...box, ...size });
  chart.dispose();
};
