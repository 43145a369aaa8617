export { mayFollow, type NextToolSettings } from './next-tool-policy.js';
export { resolveReferences, shownObservations } from './observations.js';
export { PLAN_SCHEMA, type Plan, readPlan } from './plan.js';
export { auditLoopEnd, type Loop, type LoopEnd, startLoop, tellDone, writeLifecycle } from './planner-loop.js';
export { plannerPrompts } from './prompts.js';
