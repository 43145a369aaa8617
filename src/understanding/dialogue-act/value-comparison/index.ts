export { withAskedForms } from './asked-forms.js';
export { indexOfNewValue, sharesTopic } from './contradiction.js';
export { heldIn, isSince, newValuesIn, withoutHeld } from './held-values.js';
export { namesSomeOnly } from './some-of-several.js';
export {
  isLeft,
  leadsValueAway,
  likesLeft,
  namesDifference,
  namesFirstOfWay,
  namesLeft,
  namesSomeLeft,
  namesValueLeft,
  saysOnlyLeft,
  saysOnlyTold,
  valuesLeft,
} from './what-is-left.js';
