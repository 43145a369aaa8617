/*
 * What installed packages are read and run with. It is loaded where there is one: a service without any does not pay for it.
 * Only what is named here gets into the bundle.
 */
export {
  checkModules,
  closeObjects,
  Invoker,
  isAllowedReadOnly,
  limitedInput,
  loadManifest,
  overrideFiles,
  readObject,
  ToolFailure,
} from '../../package-format/index.js';
