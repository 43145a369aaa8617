export { type Correction, correctsOther, readCorrection } from './correction.js';
