/**
 * A thread beside the parser of a process, which hears nothing while it works: ends the process when the portal is gone, and
 * when it has taken more memory than allowed. What lies outside of the heap (unpacked bytes) is in no limit of Node.js.
 */
import { workerData } from 'node:worker_threads';

const { portal, megabytes } = workerData as { portal: number; megabytes: number };
const isOver = (): boolean => process.ppid !== portal || process.memoryUsage.rss() > megabytes * 1_048_576;

setInterval(() => isOver() && process.kill(process.pid, 'SIGKILL'), 100);
