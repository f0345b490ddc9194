/** Light, dark, or as the system has it. */
import { storage } from './storage.ts';

export type Scheme = 'light' | 'dark' | 'auto';

export const currentScheme = (): Scheme => storage.read('bi:scheme') ?? 'auto';
/** Other tabs are told of what is written. */
export const storeScheme = (scheme: Scheme): void => {
  if (scheme !== currentScheme()) storage.write('bi:scheme', scheme);
};

/** Another tab chose. Answers how to stop listening. */
export function onSchemeElsewhere(hear: (scheme: Scheme) => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === 'bi:scheme') hear(currentScheme());
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

const system = () => matchMedia('(prefers-color-scheme: dark)');

/** Sets the colour scheme on the document, and follows the system's preference and what another tab chooses. */
export function startScheme(): void {
  const apply = () => {
    const wish = currentScheme();
    document.documentElement.dataset['mantineColorScheme'] = wish === 'auto' ? (system().matches ? 'dark' : 'light') : wish;
  };
  apply();
  system().addEventListener('change', apply);
  onSchemeElsewhere(apply);
}
