// Who is asked, and what they answer.
import { isDeepStrictEqual } from 'node:util';
import { spaced } from '../../dist/src/engine/wording/outcome-text.js';
import { withMarksShown } from '../../dist/src/platform/common/plain-text.js';
import { titleOf } from './flow.mjs';

/** Reads every question, and agrees to exactly what the task wants, as often as it wants it. */
export function honestUser({ wanted }) {
  const left = [...wanted];
  return (shown) => {
    const index = left.findIndex((write) => isQuestionFor(write, shown));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
}

/** Agrees to whatever is asked. */
export function inattentiveUser() {
  return () => true;
}

/** Whether what a user saw is the question for this write: the tool by its title, and exactly its arguments. */
export function isQuestionFor({ tool, args }, { question, values }) {
  const names = Object.keys(args);
  const isSame = ([name, value]) => {
    // Pages and views have names in words; a form of the protocol has them as they are.
    const found = values[name] ?? values[spaced(name)];
    return isDeepStrictEqual(found, value) || found === spoken(value);
  };
  return (
    question.toLowerCase().includes(titleOf(tool).toLowerCase()) &&
    names.length === Object.keys(values).length &&
    Object.entries(args).every(isSame)
  );
}

/** As the page shows a value: with line breaks and other marks that cannot be seen written out. */
function spoken(value) {
  return withMarksShown(typeof value === 'string' ? value : JSON.stringify(value));
}
