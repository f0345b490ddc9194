/** Light, dark, or as the system has it. */
import { storage } from './storage.ts';

export type Scheme = 'light' | 'dark' | 'auto';

export const currentScheme = (): Scheme => storage.read('bi:scheme') ?? 'auto';
export const storeScheme = (scheme: Scheme): void => storage.write('bi:scheme', scheme);

const system = () => matchMedia('(prefers-color-scheme: dark)');

/** Sets the colour scheme on the document and follows the system's preference. */
export function startScheme(): void {
  const apply = () => {
    const wish = currentScheme();
    document.documentElement.dataset['mantineColorScheme'] = wish === 'auto' ? (system().matches ? 'dark' : 'light') : wish;
  };
  apply();
  system().addEventListener('change', apply);
}
