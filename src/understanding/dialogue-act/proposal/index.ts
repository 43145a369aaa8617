export {
  hasYes,
  isFirstThing,
  markProposed,
  namesDeed,
  namesOtherDeed,
  namesThing,
  PROPOSED,
  saidIn,
  withoutThings,
} from './deeds.js';
export { scalarsOf } from './leaves.js';
export { lastDaysOf, monthEndAt } from './month-ends.js';
export { ordersOpposite, ordersOtherwise, withoutAssent, withSameOrder } from './orders.js';
export { ProposalWords } from './proposal-words.js';
export type { ProposedArgument } from './question-words.js';
export { isRecap } from './recap.js';
export { isSame, placesIn } from './same-value.js';
export { leadBefore, type Way } from './way.js';
