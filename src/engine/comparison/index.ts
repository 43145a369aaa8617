export { alignRows } from './align-rows.js';
export { AnswersAgain } from './answers-again.js';
export {
  ASPECTS,
  type Behaviour,
  behaviourOf,
  type Difference,
  differencesBetween,
  effectsOf,
} from './behaviour.js';
export { describeComparison } from './describe.js';
export { type Differing, shownMessage, type TurnDifference, without } from './differing.js';
export { type ActionStub, recordedAnswers, type StoredOutcome, type ToolStub } from './recorded-answers.js';
export {
  byWorst,
  type ComparisonReport,
  type CountedWay,
  countWays,
  inOrder,
  REASONS,
  type Reason,
  type ReportGroup,
  type Way,
  wayOf,
} from './report.js';
