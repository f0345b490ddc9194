declare module 'virtual:outline/world' {
  import type { Outline } from './topojson.ts';

  export const outline: Outline;
}

declare module 'virtual:outline/us' {
  import type { Outline } from './topojson.ts';

  export const outline: Outline;
}
