// Run as a thread, by `replayThread` of cli.ts.
import 'reflect-metadata';
import { parentPort, workerData } from 'node:worker_threads';
import { holdInThread } from '../interfaces/flow-replay/index.js';
import { embed } from './embed.js';

if (!parentPort) throw new Error('This runs as a thread.');
await holdInThread(parentPort, workerData, embed);
