import type { EChartsOption } from 'echarts';
import type { VisualStyle, VisualModel, Point } from '../visual.ts';

/** A chart, ready to be drawn. */
export type Picture = {
  option: EChartsOption;
  /** The points in reading order; data items refer to them by `point`. */
  points: PlacedPoint[];
  /** How clicks find a point: on its shape, or the nearest one of a line. */
  hit: 'item' | 'nearest';
  /** Beyond a few thousand shapes a canvas is quicker than SVG. */
  heavy?: boolean;
  /** The least height that all categories need; the visual scrolls when it has less. */
  height?: number;
  /** Drawn before the first picture, such as a map's outline. */
  ready?: Promise<unknown>;
};

export type PlacedPoint = Point & { seriesIndex: number; dataIndex: number };

export type DrawPicture = (model: VisualModel, style: VisualStyle, size: { width: number; height: number }) => Picture;
