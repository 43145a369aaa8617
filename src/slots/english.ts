/** The words by which values are found in an English message; another language is another value of this shape. */
export interface SlotWords {
  /** Name words that say what a field holds. */
  readonly phone: readonly string[];
  readonly email: readonly string[];
  readonly identifier: readonly string[];
  /** Name words of fields whose value is running text. */
  readonly prose: readonly string[];
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** Name words that distinguish no field. */
  readonly weak: readonly string[];
  /** Words between a label and its value, as alternatives of a regular expression. */
  readonly labelTail: string;
  readonly copula: string;
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** Words before a yes-or-no label that turn it on or off. */
  readonly with: readonly string[];
  readonly without: readonly string[];
  readonly currencies: readonly string[];
  /** Words that multiply the number before them. */
  readonly multipliers: Readonly<Record<string, number>>;
  /** How many of the second unit one of the first makes. */
  readonly conversions: readonly (readonly [unit: string, into: string, factor: number])[];
  /** Words that end a place or a name in running text. */
  readonly boundary: readonly string[];
  /** What may be said before an answer. */
  readonly answerLead: string;
  /** What may be said after a value. */
  readonly courtesy: string;
  /** First words of messages that answer nothing. */
  readonly noAnswer: readonly string[];
  readonly calendar: readonly string[];
  readonly small: readonly string[];
  readonly tens: readonly string[];
}

/** Words in a text, `_` for a space within an entry. */
function list(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll('_', ' '));
}

/** English. */
export const ENGLISH: SlotWords = {
  phone: ['phone', 'mobile', 'cell', 'cellphone', 'telephone', 'whatsapp', 'fax', 'msisdn'],
  email: ['email', 'mail', 'emailaddress'],
  identifier: list(`
      id number no code ref reference num nr key uuid identifier`),
  prose: list(`
      address notes note comment comments description reason message remarks details`),
  source: list(`
      source from origin departure pickup sender old leaving starting`),
  target: list(`
      target to destination dest arrival dropoff recipient receiver new`),
  weak: list(`
      id number no code ref num nr key requested new old total of the in to from is has user value type source
      target origin destination current and on at`),
  labelTail: 'id|number|no\\.?|num\\.?|nr\\.?|code|ref(?:erence)?|#',
  copula: 'is|are|was|will be|should be|must be|would be|equals|as|to|:|=|-|–',
  yes: list(`
      yes y yeah yep yup true on sure ok okay please yes_please of_course`),
  no: ['no', 'n', 'nope', 'nah', 'false', 'off', 'no thanks', 'no thank you'],
  with: ['with', 'include', 'including', 'add', 'enable', 'activate'],
  without: ['without', 'no', 'exclude', 'excluding', 'disable', 'deactivate'],
  currencies: list(`
      dollars dollar usd eur euro euros gbp pounds rupees rupee inr rs bucks yen aud cad chf`),
  multipliers: {
    k: 1e3,
    thousand: 1e3,
    grand: 1e3,
    m: 1e6,
    mn: 1e6,
    million: 1e6,
    lakh: 1e5,
    lakhs: 1e5,
    lac: 1e5,
    crore: 1e7,
    crores: 1e7,
    bn: 1e9,
    billion: 1e9,
  },
  conversions: [
    ['year', 'month', 12],
    ['week', 'day', 7],
    ['hour', 'minute', 60],
  ],
  boundary: list(`
      to from on at for by with and in please thanks via before after since as because but is are using today
      tomorrow asap then so when where if my`),
  answerLead:
    "(?:(?:well|ok|okay|sure|so|um|hi|oh|yes)[,.!]?\\s+)*(?:it['’]?s|it is|that['’]?s|that is|that would be|this is|here it is:?|here you go:?|i['’]?m|i am|make it|i want|i['’]d like|i would like|i need)?\\s*",
  courtesy: '(?:please|thanks|thank you|thx|pls|sir|madam|instead|now|then|ok|okay)',
  noAnswer: list(`
      to
      cancel stop help hi hello hey thanks thank reset restart what why how when where who which can could would
      do does is are i we please wait change never nevermind not no nope yes yeah yep ok okay sure don't dont
      actually tell show go start quit exit sorry maybe you give let let's good`),
  calendar: list(`
      monday tuesday wednesday thursday friday saturday sunday today tomorrow now next january february march
      april june july august september october november december me you it them us this that there here home be do
      start end him her`),
  small: list(`
      zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen`),
  tens: list('- - twenty thirty forty fifty sixty seventy eighty ninety'),
};
