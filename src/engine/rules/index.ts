export { RuleEngine } from './rule-engine.js';
export { RULE_WRITES } from './rule-view.js';
