/** Before the first parse: zod would otherwise compile checks by `new Function`, which the content security policy reports. */
import { z } from 'zod';

z.config({ jitless: true });
