export { mayFollow, type NextToolSettings } from './next-tool-policy.js';
export { resolveReferences, shownObservations } from './observations.js';
export { PLAN_SCHEMA, type Plan, readPlan } from './plan.js';
export { type PlannerPrompts, plannerPrompts } from './prompts.js';
