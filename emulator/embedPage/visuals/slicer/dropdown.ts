import type { MountVisual, VisualEnvironment } from '../visual.ts';
import { createDropdown } from './dropdownList.ts';
import { listFeeder } from './list.ts';

/** A slicer of one line that opens a list. */
export const mountDropdown: MountVisual = (host) => {
  const dropdown = createDropdown(host, (open) => host.closest('.visual')?.classList.toggle('raised', open));
  let latest: VisualEnvironment | undefined;
  const feed = listFeeder((spec) => dropdown.draw({ ...spec, onClear: () => latest?.slice([]) }));
  return {
    draw(model, environment) {
      latest = environment;
      feed(model, environment);
    },
    dispose: dropdown.close,
  };
};
