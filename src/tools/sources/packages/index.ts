export { PackageSource } from './package.source.js';
