export { type Correction, readCorrection } from './correction.js';
