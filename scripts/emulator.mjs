// `npm run emulator`: the local reporting service alone, for any portal that speaks to Power BI.
import { build, install, serve } from './bootstrap.mjs';

install();
// Nobody needs the portal for it.
build('emulator');
serve(['emulator/main.ts', ...process.argv.slice(2)]);
