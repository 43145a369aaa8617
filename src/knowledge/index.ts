export { KnowledgeModule } from './knowledge.module.js';
export { KnowledgeService } from './knowledge.service.js';
export { knowledgeTool } from './knowledge.tool.js';
export type { KnowledgeAnswer } from './knowledge-index.js';
