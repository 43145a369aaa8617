/** Alternatives of these are kinds of values, not values. */
const PLACEHOLDER =
  /^(files?|filename|dir|directory|folder|globs?|path|url|package|pkg|string|name|id|number|value|key|pattern|regex|module|spec|date|time|dur|duration|user|group|host|\w*[A-Z_].*)$/;

/** The values that an option may have; empty where any will do. */
export function choicesOf(value: string, about: string): string[] {
  const [, told] =
    /[[(<](?:choices|possible values|options):\s*([^\])>]*)[\])>]/i.exec(about) ??
    /possible values:\s*((?:- [\w-]+:?[^-]*)+)/i.exec(about) ??
    /\beither:?\s+((?:[\w-]+, )+(?:or )?[\w-]+|[\w-]+ or [\w-]+)(?= - default|\.?$)/i.exec(about) ??
    /\bone of \((\w+(?:\|\w+)+)\)/.exec(about) ??
    /(?<=[.:] )\[((?:[\w-]+(?: \(default\))?, )+[\w-]+(?: \(default\))?)\]$/.exec(about) ??
    [];
  const [, listed] = /^=?\{([^}]+,[^}]+)\}/.exec(value) ?? /^=?[<[](\w[^<>[\]]*\|[^<>[\]]*)[\]>]/.exec(value) ?? [];
  const text = (told ?? listed ?? '').split(/,\s*(?:default|preset|env):/)[0] ?? '';
  const bullets = [...text.matchAll(/(?:^|\s)- ([\w-]+)/g)].map(([, choice = '']) => choice);
  const items = bullets.length > 0 ? bullets : text.split(/[,|]/);
  const choices = items
    .flatMap((item) => item.split(/\bor\s/))
    .map((item) =>
      item
        .trim()
        .replace(/ \(default\)$/, '')
        .replace(/^["']|["']$/g, ''),
    )
    .filter((item) => item !== '');
  const mayBeKinds = told === undefined && !/^=?\{/.test(value);
  // `+FORMAT` stands for texts that begin so.
  const isOpen = choices.some((choice) => choice.startsWith('+') || (mayBeKinds && PLACEHOLDER.test(choice)));
  if (choices.length > 0) return isOpen ? [] : choices;
  const inProse = oneOf(about);
  return inProse.length > 0 || value === '' ? inProse : inBrackets(about);
}

/** `one of: es6/es2015, es2016`, where `/` stands between names of the same. */
function oneOf(about: string): string[] {
  const [, list = ''] = /\bone of: ((?:[\w./-]+, )+(?:or )?[\w./-]+)(?= default:|\.?$)/i.exec(about) ?? [];
  const choices = list.split(', ').flatMap((item) => item.replace(/^or /, '').split('/'));
  return choices.some((choice) => choice === '' || PLACEHOLDER.test(choice)) ? [] : choices;
}

/** "Output format (json, yaml)": what has kinds, and behind it all of them. */
function inBrackets(about: string): string[] {
  const [, before = '', list = ''] = /^([^()]*) \(((?:[\w-]+, )+(?:or )?[\w-]+)\)\.?$/.exec(about) ?? [];
  if (!/\b(?:formats?|mode|type|dialect|severity|level|style|colou?rs?|kind|when|method|order)\b/i.test(before))
    return [];
  return /\b(?:lists?|e\.g|like|such)\b/i.test(before) ? [] : list.replace('or ', '').split(', ');
}

/** A default of one word or in quotes; texts about the default are none. */
export function defaultOf(value: string, about: string): string | undefined {
  const [, preset] = /^\[?='?(true|false|\d+)'?\]?$/.exec(value) ?? [];
  const [, quoted, word, number] =
    /[[(](?:[^\])]*[,\]]\s*)?default:?\s+(?:"([^"]*)"|([^\s"',\])[{]+)\s*[\])])/i.exec(about) ??
    / - default: (?:"([^"]*)"|(\S+))/.exec(about) ??
    /(?: |^)(?:type|one of): [^:]+ default: ()(?!undefined)(\w+)$/.exec(about) ??
    /^[^[]*\[()()(\d+|true|false)\]/.exec(about) ??
    [];
  const found = preset ?? (quoted || word || number);
  return found === '' || isOfTheMachine(found ?? '', about) ? undefined : found;
}

/** What is different where it runs: a stream, a variable, a folder of the user, the number of processors. */
function isOfTheMachine(preset: string, about: string): boolean {
  return (
    /^[$~]|\$\{?\w|^%\w+%|^<?std(?:in|out|err)>?$/i.test(preset) ||
    (/^\d+$/.test(preset) && /\b(?:cpus?|cores|processors)\b/i.test(about))
  );
}
