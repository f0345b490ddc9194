import type { ScreenName } from '@vitrine/contract/screens.ts';
import { createContext } from 'react';

/** Which screens are built. The portal sets this, because nothing below it may import features. */
export const BuiltContext = createContext<(screen: ScreenName) => boolean>(() => false);
