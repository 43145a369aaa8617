import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { escapeRegex } from '../../../../platform/common/regex.js';
import { runBounded } from '../bounded-run.js';

const TIMEOUT_MS = 15_000;
const MAX_LENGTH = 1_048_576;
/** What else a program may know; nothing of it is a secret. */
const KEPT = ['PATH', 'HOME', 'SystemRoot', 'PATHEXT', 'TMPDIR', 'TEMP'];
/** Plain text, no pager, no question, no look for newer versions. */
const QUIET = {
  NO_COLOR: '1',
  COLUMNS: '200',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  PAGER: 'cat',
  CI: '1',
  NO_UPDATE_NOTIFIER: '1',
};

/** What a program said to `--help`: its help, or why there is none. */
export type HelpAnswer = { readonly text: string } | { readonly problem: string };

/**
 * Runs a command of a project with `--help`: without a shell, in an empty folder that is removed afterwards, with no input,
 * with PATH and HOME alone of the environment. After 15 seconds or a mebibyte it is killed, with all it has started.
 */
export async function askHelp(
  command: readonly string[],
  project: string,
  timeoutMs = TIMEOUT_MS,
): Promise<HelpAnswer> {
  const cwd = mkdtempSync(join(tmpdir(), 'toolgen-help-'));
  try {
    const whole = [...command.map((word) => absolute(word, project)), '--help'];
    const answer = await runBounded(whole, { cwd, env: environment(project), timeoutMs, maxLength: MAX_LENGTH });
    if ('problem' in answer) return { problem: answer.problem };
    return answerOf(answer.stdout, answer.stderr, answer.code, cwd, project);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Files of the project are named from its folder, which is not where the program runs. */
function absolute(word: string, project: string): string {
  const isFile = !isAbsolute(word) && /[./\\]/.test(word) && !/\s/.test(word) && existsSync(join(project, word));
  return isFile ? join(project, word) : word;
}

function environment(project: string): NodeJS.ProcessEnv {
  const kept = KEPT.filter((name) => process.env[name] !== undefined).map((name) => [name, process.env[name]]);
  const PYTHONPATH = [project, join(project, 'src')].join(delimiter);
  return { ...Object.fromEntries(kept), ...QUIET, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' };
}

/** Some print it to the error output, and some end with a code. */
function answerOf(stdout: string, stderr: string, code: number | null, cwd: string, project: string): HelpAnswer {
  const text = [stdout, stderr].find((part) => /usage|options|commands|^\s+--?\w/im.test(part));
  const isRefusal =
    code !== 0 &&
    /\b(unknown|invalid|unrecogni[sz]ed|unexpected|illegal)\b.*(--help|option|parameter|argument|flag)|--help is unknown/i.test(
      text ?? '',
    );
  // A refusal that shows the usage with its options is as good as a help.
  const usage = isRefusal ? /^usage:.*(?:\s\[?-\w\b.*){2}[\s\S]*/im.exec(text ?? '')?.[0] : text;
  if (usage !== undefined) return { text: withoutSurroundings(usage, cwd, project) };
  const line = `${stderr}\n${stdout}`.split('\n').find((one) => /\w/.test(one)) ?? '';
  return { problem: `told no help${line === '' ? '' : `, but: ${line.trim().replaceAll(cwd, '.').slice(0, 120)}`}` };
}

/** A default in brackets, or to the end of its sentence. */
const DEFAULT = /[[(][^\])\n]*\bdefault[^\])\n]*[\])]|\bdefaults?(?: to| is|:|=)[^\n]*/gi;

/** A help tells defaults as they are on this machine: what they have of its names and folders is none of the package. */
function withoutSurroundings(text: string, cwd: string, project: string): string {
  const places = [tmpdir(), project, process.cwd()].filter((place) => dirname(place) !== place);
  const isOwn = (word: string) => places.some((place) => word.includes(place));
  const plain = text
    .replace(DEFAULT, (preset) => preset.replaceAll(cwd, '.'))
    .replaceAll(homedir(), '~')
    .replace(DEFAULT, (preset) => preset.replace(/"[^"]*"|'[^']*'|[^\s\])]+/g, (word) => (isOwn(word) ? '' : word)))
    .replace(/\[env: ?(\w+)=[^\]]*\]/g, '[env: $1]');
  const names = [hostname(), userInfo().username].filter((name) => name !== '').map(escapeRegex);
  const own = new RegExp(`([[(]default:? *"?)(?:${names.join('|')})("?[\\])])`, 'gi');
  return plain.replace(own, '$1$2').replace(/\s*[[(]default:? *(?:"")?[\])]/gi, '');
}
