import type { HelpOption } from '../help-option.js';
import { type Hazard, wordSet, wordsOf } from './hazard.js';
import type { KnownProgram } from './known-programs.js';

/** Words of a flag's name. */
const NAMES: readonly (readonly [Hazard, ReadonlySet<string>])[] = [
  [
    'command',
    wordSet(
      'exec execute executable cmd cmds command commands shell sh rsh askpass passcommand passwordcommand hook hooks ' +
        'wrapper interpreter preprocessor postprocessor launcher program prog helper runner sudo preexec postexec',
    ),
  ],
  ['code', wordSet('eval evaluate script scripts snippet')],
  ['plugin', wordSet('plugin plugins plugindir addon addons rulesdir')],
  ['configuration', wordSet('conf rcfile rc settings initfile configfile')],
  ['opener', wordSet('editor pager browser viewer')],
];
/** Names that say that what follows is not done, or what is looked at and not run. */
const NEGATIONS = wordSet('no ignore skip exclude without disable only');
/** A name that ends so is about a measure or a look, whatever stands before. */
const MEASURES = wordSet(
  'timeout limit count delay interval retries max min size depth level color colour style width',
);

/** What a value is called: `--pre=COMMAND`, `<program>`. */
const PLACEHOLDERS: readonly (readonly [Hazard, ReadonlySet<string>])[] = [
  ['command', wordSet('command cmd cmdline commandline program prog executable exe shell hook binary')],
  ['code', wordSet('script code javascript snippet')],
  ['plugin', wordSet('plugin plugins')],
  ['configuration', wordSet('config cfg conffile cfgfile configfile rcfile')],
  ['opener', wordSet('editor pager browser')],
];

const RUNS = 'runs?|running|execut(?:e[sd]?|ing)|exec|invok(?:e[sd]?|ing)|spawn(?:s|ed)?|launch(?:es|ed)?';
const PROGRAM = 'commands?|programs?|scripts?|executables?|binary|binaries|shells?|code|hooks?';
/** What the text of an option with a value says. */
const TEXTS: readonly (readonly [Hazard, RegExp])[] = [
  ['command', new RegExp(`\\b(?:${RUNS})\\b[^.;]{0,60}\\b(?:${PROGRAM})\\b`, 'i')],
  [
    'command',
    /\b(?:command|program|script|executable|binary|shell command|hook)s? (?:line )?(?:to|that (?:is|will|prints|gives)|used|for)\b/i,
  ],
  [
    'command',
    /\b(?:us(?:e|ing)|through|via|with|as) (?:an? |the |this |external |remote |specified )*(?:command|program|PROG(?:RAM)?|COMMAND|shell)\b(?! line)/,
  ],
  [
    'command',
    /\b(?:path|location) (?:to|of) (?:an? |the )?(?:[\w-]+ ){0,3}(?:executable|binary|program|interpreter|command)\b/i,
  ],
  [
    'command',
    /\b(?:external|remote|shell|custom) (?:command|program|shell|executable|helper)\b|\bexternal [\w-]+ to (?:use|run)\b|^(?:[\w-]+ ){0,3}(?:program|command|executable|script)\.?$|\b(?:module|script|program)s? that (?:are )?(?:runs?|executed)\b/i,
  ],
  [
    'command',
    /\binterpreter (?:path|to use|to run|executable)\b|\b(?:specified|given|this|another) (?:\w+ )?interpreter\b|\bexecutable file\b|\bas (?:the |an? )?(?:[\w-]+ )?(?:executable|program|shell)\b|\bexecut(?:e|es|ed|ing)\b|\bpipe(?:s|d)? (?:\w+ )*(?:to|through|into) (?:a |the )?(?:command|program)/i,
  ],
  [
    'code',
    /\b(?:evaluate[sd]?|eval) (?:the |this |an? |as )?(?:\w+ )?(?:code|expression|script|snippet|string)|\bcode to (?:run|execute|evaluate)/i,
  ],
  [
    'plugin',
    /\bload(?:s|ed|ing)?\b[^.;]{0,60}\b(?:plug-?ins?|modules?|extensions?|scripts?|librar(?:y|ies)|shared objects?|rules)\b/i,
  ],
  [
    'plugin',
    /\bmodule names?\b|\b(?:path|paths) to (?:an? )?(?:JS|JavaScript|Python|Ruby|Lua) files?\b|\b(?:plug-?ins?|preset|shared (?:library|object)|load path)\b|\bprovider to load\b|\bcustom (?:[\w-]+ )?(?:rules?|runner|resolver|parser|stringifier|syntax|formatter|reporter|loader|debugger|engine|transform(?:er)?|processor)\b/i,
  ],
  [
    'plugin',
    /\b(?:formatter|reporter|parser|resolver|syntax|transform(?:er)?|processor|runner|engine)\b(?!'s| output)[^.;]{0,40}\b(?:path|module|package|custom)\b/i,
  ],
  [
    'configuration',
    /\b(?:config(?:uration)?|rc|init(?:iali[sz]ation)?|startup|defaults|options?|settings) (?:files?|path|director(?:y|ies))\b/i,
  ],
  [
    'configuration',
    /\bread(?:s|ing)? (?:\w+ ){0,3}(?:options|configuration|settings|arguments|parameters) from\b|\bset (?:\w+ )*extended options?\b/i,
  ],
  ['opener', /\b(?:use|open|with|launch|as|preferred) (?:\w+ ){0,3}(?:editor|pager|browser)\b/i],
  ['configuration', /\boverride\b[^.;]{0,30}\b(?:ini|config(?:uration)?) option/i],
  [
    'options',
    /\bpass(?:es|ed)? (?:[<>\w]+ )?on to\b|\bpass(?:es|ed)? (?:\w+ )?(?:options|arguments|flags) to\b|\barguments? to pass\b/i,
  ],
];
/** What is said of where, as whom or how long something runs, not of what runs. */
const AROUND =
  /^(?:the )?(?:working |current |base |root )?director(?:y|ies)\b|\b(?:run|execute)[sd]? (?:\w+ ){0,3}(?:as|in|from) (?:an? |the |this |if )?(?:different |given |specified )?(?:user|group|director|folder|[A-Z]+\b)|\b(?:run|running|execute) (?:a |the |this )?command in the context|^(?:the )?(?:name|number|maximum|time|how)\b/i;

/** A value that is shown as a time: `--timeout=5s`. */
const DURATION = /^=?"?\d+(?:\.\d+)?(?:ns|us|ms|s|m|h)\d*\w*"?$/;
/** What a relative path begins at. */
const BESIDE_CONFIGURATION =
  /\b(?:containing|beside|relative to) (?:the |a )?(?:current |project )?config(?:uration)? file\b/gi;

/** Switches that start something, or take a protection away, whatever their text says. */
const SWITCHES: readonly (readonly [Hazard, ReadonlySet<string>])[] = [
  ['opener', wordSet('edit editor browser pager paginate')],
  ['command', wordSet('shell exec ext-diff textconv')],
  [
    'protection',
    wordSet(
      'privileged allow-all allow-run allow-ffi allow-scripts allow-hooks allow-plugins unsafe-perm no-sandbox ' +
        'disable-sandbox use-askpass absolute-names insecure-protocols',
    ),
  ],
];
/** A name that ends so tells of a value. */
const VALUED = wordSet('command cmd exec program prog script hook askpass');
const SWITCH_TEXT =
  /\b(?:open|launch|start)(?:s|ed)?\b[^.;]{0,40}\b(?:editor|browser|pager)\b|\bexternal \w+ (?:\w+ ){0,3}(?:execut|run)|\buse (?:the |a )?pager\b|\bin (?:an?|the|your) (?:\w+ )?(?:editor|browser|pager)\b/i;
/** A switch that makes the program run what stands elsewhere in the call or in the project. */
const SWITCH_RUNS =
  /\b(?:starts?|runs?|executes?|launch(?:es)?|invokes?|installs?\b[^.;]{0,40}\bruns?) (?:an? |the |your |given |specified |following )*(?:commands?|programs?|(?<=\binstalls?\b.*)(?:tests?|scripts?))\b(?! (?:in|as|with|from)\b)/i;
/** A switch that has code run that the input holds. */
const SWITCH_CODE =
  /\b(?:enable|allow|evaluate|execute|run)s? (?:the )?(?:inline|embedded|arbitrary) (?:JavaScript|scripts?|code|expressions?)\b/i;
const NOT = /\b(?:not|don't|never|without|instead of|skip|disable|ignore)\b/i;

/** Options that take a credential. */
const CREDENTIAL =
  /(^|[-_])(api-?key|access-?key|private-?key|auth|authorization|token|otp|pass|passphrase|password|passwd|secret|credentials?)([-_]?(file|path|stdin))?=?$/i;

/** What makes an option one that no model should fill; undefined where nothing does. */
export function optionHazard(option: HelpOption, program: KnownProgram): Hazard | undefined {
  const isOf = (flags: string | undefined) => option.names.some((name) => wordSet(flags ?? '').has(name));
  if (isOf(program.harmless)) return undefined;
  if (isOf(program.options)) return 'known';
  if (CREDENTIAL.test(option.flag) && !/^--?no-/.test(option.flag)) return 'credential';
  if (option.value === 'none') return switchHazard(option);
  if (option.choices.length > 0 || option.isNumber || isOf(program.plain) || isOf(program.noFile)) return undefined;
  return nameHazard(option) ?? environmentHazard(option) ?? placeholderHazard(option) ?? textHazard(option);
}

function switchHazard({ names, description }: HelpOption): Hazard | undefined {
  const plain = names.map((name) => name.replace(/^-+/, ''));
  const found = SWITCHES.find(([, flags]) => plain.some((name) => flags.has(name)));
  if (found) return found[0];
  if (plain.some((name) => /^dangerous/.test(name))) return 'protection';
  // One whose value the help does not show would take the next argument for it.
  if (plain.some((name) => !NEGATIONS.has(wordsOf(name)[0] ?? '') && VALUED.has(wordsOf(name).at(-1) ?? '')))
    return 'command';
  if (NOT.test(description)) return undefined;
  if (SWITCH_CODE.test(description)) return 'code';
  if (SWITCH_RUNS.test(description)) return 'command';
  return SWITCH_TEXT.test(description) ? 'opener' : undefined;
}

function nameHazard({ names, description, placeholder }: HelpOption): Hazard | undefined {
  for (const name of names) {
    const words = wordsOf(name);
    const last = words.at(-1) ?? '';
    if (NEGATIONS.has(words[0] ?? '') || MEASURES.has(last) || (words.length === 1 && last.length === 1)) continue;
    const found = NAMES.find(([, hazardous]) => words.some((word) => hazardous.has(word)));
    if (found) return found[0];
    if (words.some((word) => /config$/.test(word)) || /^(defaults|options?)( \w+)* file$/.test(words.join(' ')))
      return 'configuration';
    if (words.includes('configuration') && /file|path|=/i.test(`${placeholder} ${description}`)) return 'configuration';
    if ((words.length > 1 && last === 'bin') || last === 'binary') return 'command';
    if (/^(require|preload|loaders?)$/.test(last)) return 'plugin';
    if (/^(args?|opts?|options?|flags?)$/.test(last) && isHandedOn(words, description)) return 'options';
  }
  return undefined;
}

/** Whether a value is options of another program, as of `--ssh-args`. */
function isHandedOn(words: readonly string[], description: string): boolean {
  return (
    words.length > 1 &&
    /\bpass(?:es|ed)?\b|\b(?:arguments?|options?|flags?|parameters?) (?:to|for|of)\b|\badditional\b|\bextra\b/i.test(
      `${description} ${words[0] === 'extra' ? 'extra' : ''}`,
    )
  );
}

function environmentHazard({ names, description, placeholder }: HelpOption): Hazard | undefined {
  const words = names.flatMap(wordsOf);
  if (words.some((word) => /^(setenv|dotenv|envvars?|envfile)$/.test(word))) return 'environment';
  const isEnvironment = words.some((word) => /^(env|environ|environment)$/.test(word));
  const tells = /=/.test(placeholder) || /\benv(?:ironment)?[- ](?:variables?|vars?|files?)\b/i.test(description);
  if (isEnvironment && (tells || words.includes('file'))) return 'environment';
  return /\bset(?:s|ting)? (?:\w+ ){0,3}environment variables?\b/i.test(description) ? 'environment' : undefined;
}

function placeholderHazard({ names, placeholder, description }: HelpOption): Hazard | undefined {
  const words = wordsOf(placeholder);
  const found = PLACEHOLDERS.find(([, hazardous]) => words.some((word) => hazardous.has(word)));
  if (found) return found[0];
  // What may be a package or a path alike is imported.
  if (/\||[_-]or[_-]/.test(placeholder) && words.some((word) => /^(module|package|plugin)s?$/.test(word)))
    return 'plugin';
  const isPair = /[\w>]=[\w<]/.test(placeholder);
  const isSetting = names.some((name) => /^-+(o|c|option|options|config|set-config|setting)$/.test(name));
  return isPair && (isSetting || /\b(?:config|configuration|setting)\b/i.test(description))
    ? 'configuration'
    : undefined;
}

function textHazard({ description, placeholder }: HelpOption): Hazard | undefined {
  if (AROUND.test(description) || DURATION.test(placeholder)) return undefined;
  const told = description.replace(BESIDE_CONFIGURATION, ' ');
  return TEXTS.find(([, pattern]) => pattern.test(told))?.[0];
}
