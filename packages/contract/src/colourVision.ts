/**
 * Colours as people see them who lack one kind of cone. The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15/6, 2009), for a complete lack; they work on linear light.
 */
import { fromLight, toLight } from './colour.ts';

/** Without a lack; without the cones for red, for green, for blue. */
export const visions = ['usual', 'protanopia', 'deuteranopia', 'tritanopia'] as const;
export type Vision = (typeof visions)[number];

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

const matrices: Record<Exclude<Vision, 'usual'>, Matrix> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** What makes of linear light what somebody with this vision sees of it; null: the same. */
export const matrixOf = (vision: Vision): Matrix | null => (vision === 'usual' ? null : matrices[vision]);

/** What somebody with this vision sees instead of `hex`. */
export function seenAs(vision: Vision, hex: string): string {
  if (vision === 'usual') return hex;
  const light = toLight(hex);
  const channel = (row: Row) => row[0] * light[0] + row[1] * light[1] + row[2] * light[2];
  const [red, green, blue] = matrices[vision];
  return fromLight([channel(red), channel(green), channel(blue)]);
}
