/** Must run before the first parse: zod would otherwise use `new Function`, which the content security policy reports. */
import { z } from 'zod';

z.config({ jitless: true });
