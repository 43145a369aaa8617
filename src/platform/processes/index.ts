export { ProcessList, type ServingProcess } from './process-list.js';
export { ProcessesModule } from './processes.module.js';
