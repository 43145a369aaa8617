export { writePaths } from './paths.js';
export { wereAsked } from './simulate-conversation.js';
export { type Simulation, type SimulationOptions, simulateFlow } from './simulate-flow.js';
export { describeSimulation, hasProblems } from './simulation-report.js';
