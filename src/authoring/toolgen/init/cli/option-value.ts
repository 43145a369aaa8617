/** What a help tells of an option: its value as it is written, the text, and the default if one is told. */
export interface ToldValue {
  readonly value: string;
  readonly about: string;
  readonly preset: string | undefined;
}

const NUMERIC =
  /^[[<(=\s]*(n|num|number|int|u?int\d*|integer|count|float\d*|port|limit|rate|secs?|seconds|mins?|minutes|ms|millis|msecs?|size|bytes|depth|level|len(?:gth)?|\d+(?:\.\d+)?(?![\w.:-]))(?!\w|\|)|^\[?=?<?#>?\]?$/i;
/** An amount with a unit is a text: `10M`, `5%`. */
const WITH_UNIT = /\bsuffix|\b(?:an?|the|optional|with|and) units?\b|<unit>|\d\s?(?:[KMGT]i?B?\b|%)/i;
/** Defaults that are no numbers, of options that take one. */
const NO_LIMIT = /^(unlimited|none|auto|off|infinity|disabled|no)$/i;
const MANY =
  /\b(can|may) be (used|repeated|given|specified|set|passed|provided)\b.*\b(multiple|several|more than|times|repeatedly)|\b(can|may) be repeated\b|\brepeatable\b|\bmultiple times\b|\bmultiple (?:[\w-]+ ){1,4}(?:can|may) be (?:used|given|specified|provided)\b|\b(?:multiple|several|more than one) (?:can|may) be (?:used|given|specified|set)\b|[([]default:? \[/i;
/** Where a help names no value at all, what a flag is about tells whether it takes one. */
const VALUED =
  /^(the |a |an |set |specify |use |output |input )*((?:\w+ )?name (?:for|of)|path|paths|name|number|list (of|to)|file\(?s?\)?|filename|directory|folder|url|host|address|port)\b|^(?!attempts|tries|wants|waits|continues|fails|refuses|needs|causes|stops|starts|begins|allows|refers|prints|writes|adds)[A-Z]\w*[a-rt-z]s to (?!an? |the |this |these |your |its |std|be )[a-z]|^specify (?:[\w-]+ ){0,3}(?:names?|files?|paths?|folders?|director(?:y|ies))\b/i;
const SIZED = /^how many\b|^(?:\w+ ){0,4}(?:size|length|count|width|height)$|^(?:the |maximum |minimum )*number of\b/i;
const SIZE_NAME = /^--?(?:max|min)-?(?:\w+-)*(?:length|width|height|depth|count|lines|columns|retries|size)$/i;
const SHOWN =
  /\b(?:under|in|into|to|from|with|use) this (?:path|file|dir|directory|folder|name|value)\b|\bone or more: \w|\bto use$|^(?:username|password|address) |\[none\]|\be\.g\.:? (?:-\w+\d|https?:)/i;

/** What a switch does, and does by default in a way of its own: "Add a mark (default UTF-8)". */
const CHANGING = /^(?:add|keep|remove|replace) /i;
/** A value that may be given. */
const OPTIONALLY = /\b(?:can|may) optionally (?:pass|take|be given|be followed by)\b/i;
/** What a switch is not: it would have no more of it. Those that say how much is told have. */
const REPEATED = /\bcan be (?:comma-separated or )?repeated\b/i;
const MORE = /\bverbos|\bmore\b|\bquiet|\bdebug/i;

/** What an option does, where the others say what they take: it takes nothing. */
const DOING =
  /^(?:suppress|skip|show|print|create|generate|enable|disable|force|allow|display|do not|don't|output (?:results?|the|in|as|only)) /i;

/**
 * Whether an option takes a value.
 * @param isTagged whether the help marks switches as such
 */
export function takesValue({ value, about, preset }: ToldValue, isTagged: boolean): 'none' | 'required' {
  if (/\[(boolean|count)\]|\btype: boolean\b/.test(about)) return 'none';
  if (/^(\w+::)?Boolean$/.test(value) || /^(?:=|\[=)(true|false)\]?$/.test(value)) return 'none';
  if (value === '' && OPTIONALLY.test(about)) return 'required';
  if (value !== '' || /\[[^\]]*\b(string|number|array)\b[^\]]*\]/.test(about)) return 'required';
  // A default tells, and so do the tags of the other options.
  if (preset !== undefined && !/^(true|false)$/i.test(preset) && !CHANGING.test(about)) return 'required';
  return (isTagged && preset === undefined && !DOING.test(about)) ||
    (REPEATED.test(about) && !MORE.test(about)) ||
    [VALUED, SIZED, SHOWN].some((pattern) => pattern.test(about))
    ? 'required'
    : 'none';
}

/** Whether the flag may stand alone. */
export function isOptionalValue({ value, about }: ToldValue): boolean {
  return (
    OPTIONALLY.test(about) ||
    /^\[(?!\w*\s?(String|Int|Array|Object)\])/.test(value) ||
    /^\[(boolean \||[^\]]*\| boolean)/.test(about)
  );
}

/** Whether the text of a switch shows it with a value: "Make a map (`-m inline` for one inside)". */
export function isShown(flags: readonly string[], { value, about }: ToldValue): boolean {
  return value === '' && flags.some((flag) => about.includes(`(\`${flag} `) || about.includes(`(\`${flag}=`));
}

/** What a value is called that tells nothing of it. */
function isPlainValue(value: string): boolean {
  return /^[[<=\s]*(?:value|val|arg)[\]>]*$/i.test(value);
}

/** Whether the value of an option of that flag is a number. */
export function isNumber(told: ToldValue, flag: string): boolean {
  const isNamed = /(?:file|dir|directory|path|name)$/i.test(flag);
  if (isNamed || (/level/i.test(told.value) && /log|verb|sever/i.test(flag))) return false;
  return isNumeric(told) || (isPlainValue(told.value) && (SIZE_NAME.test(flag) || SIZED.test(told.about)));
}

function isNumeric({ value, about, preset }: ToldValue): boolean {
  if (/\[number\]/.test(about)) return true;
  if (/\[string\]/.test(about) || /::String/.test(value)) return false;
  if (/^=?<?NUMBER>?$/.test(value) && /\bin (?:bytes|(?:milli)?seconds|minutes)\b/.test(about)) return true;
  if (WITH_UNIT.test(`${value} ${about}`)) return false;
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
    /^=\[[^|A-Z]*\]$/.test(value) ||
    /\[array\]/.test(about) ||
    (REPEATED.test(about) && !MORE.test(about)) ||
    /^(strings|stringArray|stringSlice|list|Array|\[String\])$/.test(value) ||
    (MANY.test(about) && !/\bcomma[- ](?:separated|delimited)\b/i.test(about))
  );
}
