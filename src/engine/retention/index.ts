export { type PruneReport, Pruner } from './pruner.js';
export { RetentionModule } from './retention.module.js';
export { RetentionKeeper } from './retention-keeper.js';
export { keepsEverything, retentionRules } from './retention-rules.js';
