export { ShippedSource } from './shipped.source.js';
