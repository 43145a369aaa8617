import { isBuiltin } from 'node:module';
import { wordSet } from '../../cli/hazards/hazard.js';

/** What a function does beside giving an answer: nothing; something, or what cannot be followed; what its code does not tell. */
export type Effect = 'none' | 'some' | 'unknown';

/** Names of the platform whose values do nothing but compute, and tell the time or something random. */
export const COMPUTING = wordSet(
  'undefined NaN Infinity arguments Object Array String Number Boolean Math JSON Date RegExp Map Set WeakMap WeakSet Symbol ' +
    'BigInt Error TypeError RangeError SyntaxError EvalError URIError ReferenceError AggregateError Intl parseInt parseFloat ' +
    'isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape ArrayBuffer DataView ' +
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array ' +
    'BigInt64Array BigUint64Array TextEncoder TextDecoder URL URLSearchParams structuredClone atob btoa Promise Reflect',
);
/** Names of the platform that reach beyond the function, whatever is done with them. */
const REACHING = wordSet(
  'fetch XMLHttpRequest WebSocket EventSource localStorage sessionStorage indexedDB document window ' +
    'navigator location globalThis global self setTimeout setInterval setImmediate queueMicrotask eval Function alert ' +
    'postMessage importScripts Worker',
);
/** What only tells of the process, though what a function answers may depend on it. */
const TELLING = wordSet('env platform arch argv version versions pid');

/** Modules of Node.js that only compute. */
const COMPUTING_MODULES = wordSet('path url util querystring punycode string_decoder assert buffer');

/** Methods that leave what they belong to as it is. */
export const READING_METHODS = wordSet(
  'at charAt charCodeAt codePointAt concat copyWithinOf endsWith entries every exec filter find findIndex findLast findLastIndex ' +
    'flat flatMap forEach format formatToParts get getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth ' +
    'getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes ' +
    'getUTCMonth getUTCSeconds has hasOwnProperty includes indexOf isPrototypeOf isWellFormed join keys lastIndexOf ' +
    'localeCompare map match matchAll normalize padEnd padStart propertyIsEnumerable reduce reduceRight repeat replace ' +
    'replaceAll resolvedOptions search select slice some split startsWith subarray substr substring test then catch finally ' +
    'toDateString toExponential toFixed toISOString toJSON toLocaleDateString toLocaleLowerCase toLocaleString ' +
    'toLocaleTimeString toLocaleUpperCase toLowerCase toPrecision toReversed toSorted toSpliced toString toTimeString ' +
    'toUTCString toUpperCase trim trimEnd trimStart trimLeft trimRight valueOf values with call apply bind encode decode ' +
    'union intersection difference isSubsetOf isSupersetOf isDisjointFrom next return',
);
/** Methods that change what they belong to. */
export const CHANGING_METHODS = wordSet(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append encodeInto',
);
/** Methods that give something of their own, which nobody else holds. */
export const MAKING_METHODS = wordSet(
  'slice map filter concat split flat flatMap toSorted toReversed toSpliced with keys values entries from of fromEntries ' +
    'create assign parse match matchAll getOwnPropertyNames padStart padEnd trim toLowerCase toUpperCase replace join',
);
/** Functions of `Object` and `Reflect` that change what they are given first. */
export const CHANGING_STATICS = wordSet(
  'assign defineProperty defineProperties setPrototypeOf freeze seal preventExtensions set deleteProperty',
);

/**
 * What a name of the language, the browser or Node.js does. Printing is no effect that counts, and none that is looked for.
 * @param member what is taken of it
 */
export function effectOfPlatform(text: string, member: string | undefined): Effect {
  if (COMPUTING.has(text)) return 'none';
  if (text === 'process') return member !== undefined && TELLING.has(member) ? 'unknown' : 'some';
  return REACHING.has(text) ? 'some' : 'unknown';
}

/** What the functions of another package, or a module of Node.js, do. */
export function effectOfModule(module: string): Effect {
  if (!isBuiltin(module)) return 'unknown';
  return COMPUTING_MODULES.has(module.replace(/^node:/, '')) ? 'none' : 'some';
}
