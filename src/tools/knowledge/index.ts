export { type ImportCounts, type ImportOptions, importRows } from './import/import-rows.js';
export { readCsv } from './import/read-csv.js';
export { readDatabase } from './import/read-database.js';
export { KnowledgeModule } from './knowledge.module.js';
export { KnowledgeService } from './knowledge.service.js';
export { knowledgeTool } from './knowledge.tool.js';
export type { KnowledgeAnswer } from './knowledge-index.js';
export type { SchemaRow } from './schema-row.js';
