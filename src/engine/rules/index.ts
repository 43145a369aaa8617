export type { CallTool } from './rule-actions.js';
export { RuleEngine } from './rule-engine.js';
export { RULE_WRITES } from './rule-view.js';
