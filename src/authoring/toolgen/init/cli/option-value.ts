/** What a help tells of an option: its value as it is written, the text, and the default if one is told. */
export interface ToldValue {
  readonly value: string;
  readonly about: string;
  readonly preset: string | undefined;
}

const NUMERIC =
  /^[[<(=\s]*(n|num|number|int|u?int\d*|integer|count|float\d*|port|limit|rate|secs?|seconds|mins?|minutes|ms|millis|msecs?|size|bytes|depth|level|\d+)\b(?!\|)/i;
/** An amount with a unit is a text: `10M`, `5%`. */
const WITH_UNIT = /\bsuffix|\bunit\b|<unit>|\d\s?(?:[KMGT]i?B?\b|%)/i;
/** Defaults that are no numbers, of options that take one. */
const NO_LIMIT = /^(unlimited|none|auto|off|infinity|disabled|no)$/i;
const MANY =
  /\b(can|may) be (used|repeated|given|specified|set|passed|provided)\b.*\b(multiple|several|more than|times|repeatedly)|\b(can|may) be repeated\b|\brepeatable\b|\bmultiple times\b|\bmultiple (?:[\w-]+ ){1,4}(?:can|may) be (?:used|given|specified|provided)\b|\bmultiple can be (?:used|given|specified|set)\b|[([]default:? \[/i;
/** Where a help names no value at all, what a flag is about tells whether it takes one. */
const VALUED =
  /^(the |a |an |set |specify |use )*((?:\w+ )?name (?:for|of)|path|paths|name|number|list (of|to)|file\(?s?\)?|filename|directory|folder|url|host|address|port)\b|^(?!attempts|tries|wants|waits|continues|fails|refuses|needs|causes|stops|starts|begins|allows|refers|prints|writes|adds)[A-Z]\w+s to [a-z]/i;
const SIZED = /^(?:\w+ ){0,4}(?:size|length|count|width|height)$|^(?:the |maximum |minimum )*number of\b/i;
const SIZE_NAME = /^--?(?:max|min)-?(?:\w+-)*(?:length|width|height|depth|count|lines|columns|retries|size)$/i;
const SHOWN = /\bto use$|^(?:username|password|address) |\[none\]|\be\.g\.:? (?:-\w+\d|https?:)/i;

/** What an option does, where the others say what they take: it takes nothing. */
const DOING =
  /^(?:suppress|skip|show|print|enable|disable|force|allow|display|do not|don't|output (?:results?|the|in|as|only)) /i;

/**
 * Whether an option takes a value.
 * @param isTagged whether the help marks switches as such
 */
export function takesValue({ value, about, preset }: ToldValue, isTagged: boolean): 'none' | 'required' {
  if (/\[(boolean|count)\]/.test(about)) return 'none';
  if (/^(\w+::)?Boolean$/.test(value) || /^=(true|false)$/.test(value)) return 'none';
  if (value !== '' || /\[[^\]]*\b(string|number|array)\b[^\]]*\]/.test(about)) return 'required';
  // A default tells, and so do the tags of the other options.
  if (preset !== undefined && !/^(true|false)$/i.test(preset)) return 'required';
  return (isTagged && preset === undefined && !DOING.test(about)) ||
    [VALUED, SIZED, SHOWN].some((pattern) => pattern.test(about))
    ? 'required'
    : 'none';
}

/** Whether the flag may stand alone. */
export function isOptionalValue({ value, about }: ToldValue): boolean {
  return /^\[(?!\w*\s?(String|Int|Array|Object)\])/.test(value) || /^\[(boolean \||[^\]]*\| boolean)/.test(about);
}

/** What a value is called that tells nothing of it. */
function isPlainValue(value: string): boolean {
  return /^[[<=\s]*(?:value|val|arg)[\]>]*$/i.test(value);
}

/** Whether the value of an option of that flag is a number. */
export function isNumber(told: ToldValue, flag: string): boolean {
  return isNumeric(told) || (isPlainValue(told.value) && SIZE_NAME.test(flag));
}

function isNumeric({ value, about, preset }: ToldValue): boolean {
  if (/\[number\]/.test(about)) return true;
  if (/\[string\]/.test(about) || /::String/.test(value) || WITH_UNIT.test(`${value} ${about}`)) return false;
  if (value === '' && SIZED.test(about)) return true;
  const isTextByDefault = preset !== undefined && Number.isNaN(Number(preset)) && !NO_LIMIT.test(preset);
  if (isTextByDefault) return false;
  return NUMERIC.test(value) || (value === '' && preset !== undefined && /^-?\d+(\.\d+)?$/.test(preset));
}

/** Whether an option may be given more than once. */
export function isList({ value, about }: ToldValue): boolean {
  const isRepeated = value !== '=...' && /\.\.\./.test(value.replaceAll('[,...]', ''));
  return (
    isRepeated ||
    /\[array\]/.test(about) ||
    /^(strings|stringArray|stringSlice|list|Array|\[String\])$/.test(value) ||
    (MANY.test(about) && !/\bcomma[- ](?:separated|delimited)\b/i.test(about))
  );
}
