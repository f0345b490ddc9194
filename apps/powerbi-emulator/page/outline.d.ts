declare module 'virtual:outline/world' {
  export const outline: import('../src/outline/topojson.ts').Outline;
}
declare module 'virtual:outline/us' {
  export const outline: import('../src/outline/topojson.ts').Outline;
}
