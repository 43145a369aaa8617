export { Embeddings } from './embeddings.js';
export { EmbeddingsModule } from './embeddings.module.js';
export { fuseRanks } from './fuse-ranks.js';
export type { MeaningIndex, Similar } from './meaning-index.js';
export { vectorTableStatements } from './vector-table.js';
