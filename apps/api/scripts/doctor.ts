/** `npm run doctor`: what is wrong with this installation. Ends with 1 when something has to be mended. */
import { examine, report } from '#doctor/doctor.ts';

const findings = await examine(process.env);
console.log(report(findings));
if (findings.some(({ verdict }) => verdict === 'ill')) process.exitCode = 1;
