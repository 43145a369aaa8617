import { createHash } from 'node:crypto';
import type { EngineText } from '../../engine/wording/index.js';
import { escapeHtml } from '../../platform/common/html.js';
import type { ShownTime } from './page-times.js';

/** Words of the page, in the language of the service. */
export type PageText = Extract<EngineText, `ConsentPage.${string}`> extends `ConsentPage.${infer Text}` ? Text : never;

/** A name, and a value or a time. */
export type Fact = readonly [name: string, value: string | ShownTime];

/** What the page asks. */
export interface QuestionView {
  readonly question: string;
  /** Names and values as they may be shown, in order. */
  readonly arguments: readonly (readonly [name: string, value: string])[];
  readonly risk: string | null;
  readonly askedAt: ShownTime;
  readonly expiresAt: ShownTime;
  /** Whether a yes needs the code. */
  readonly asksCode: boolean;
  /** What was wrong with the last try. */
  readonly problem?: string;
}

/** Something to tell, where nothing is asked. */
export interface MessageView {
  /** In a word or two. */
  readonly title: string;
  readonly text: string;
  /** The question that it is about; empty where it is about none. */
  readonly question?: string;
  readonly facts?: readonly Fact[];
}

const STYLE = `
:root { color-scheme: light dark; --ground: #fff; --text: #1a2027; --line: #c8cdd4; --soft: #566170; --yes: #14663b; --no: #8a1f1f; --on-yes: #fff }
@media (prefers-color-scheme: dark) { :root { --ground: #14181d; --text: #e4e8ed; --line: #3b424c; --soft: #a3adba; --yes: #3fb979; --no: #ee8080; --on-yes: #06140c } }
html { background: var(--ground); color: var(--text) }
body { background: var(--ground); color: var(--text); font: 17px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 8vh auto; padding: 0 1.25rem }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0 0 1rem }
.question { font-size: 1.35rem; line-height: 1.35; margin: 0 0 1.5rem; white-space: pre-wrap; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: .35rem 1.25rem; border-block: 1px solid var(--line); padding: 1rem 0; margin: 0 0 1.5rem }
dt { color: var(--soft); overflow-wrap: anywhere } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
form { display: flex; gap: .75rem; flex-wrap: wrap }
label { flex-basis: 100%; color: var(--soft) } .problem { color: var(--no); font-weight: 600 }
input { display: block; background: var(--ground); color: var(--text); box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .75rem; margin-top: .25rem; border: 1px solid var(--line); border-radius: .5rem }
button { font: inherit; font-weight: 600; padding: .6rem 1.8rem; border-radius: .5rem; border: 2px solid; background: transparent; cursor: pointer }
.yes { color: var(--on-yes); background: var(--yes); border-color: var(--yes) } .no { color: var(--no); border-color: var(--no) }
button:focus-visible, input:focus-visible { outline: 3px solid var(--soft); outline-offset: 3px }
footer { color: var(--soft); font-size: .9rem; margin-top: 1.5rem }
.about { color: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere }`;

/** The page runs no script, loads nothing, and can be framed by nobody. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  // Not `no-referrer`: with it, browsers do not say which page a form was sent from.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The page with one question, and Yes and No. */
export function questionPage(language: string, view: QuestionView, say: (text: PageText) => string): string {
  const facts: Fact[] = [
    ...view.arguments,
    ...(view.risk === null ? [] : [[say('RISK'), view.risk] as const]),
    [say('ASKED_AT'), view.askedAt],
    [say('EXPIRES_AT'), view.expiresAt],
  ];
  const problem = view.problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(view.problem)}</p>\n`;
  const code = `<label>${escapeHtml(say('CODE'))}<input type="password" name="code" autocomplete="off" required></label>\n`;
  const body = `<p class="question">${isolated(view.question)}</p>
${list(facts, say('ARGUMENTS'))}
${problem}<form method="post">${view.asksCode ? code : ''}<button class="yes" name="decision" value="CONFIRM">${escapeHtml(say('YES'))}</button>
<button class="no" name="decision" value="REJECT" formnovalidate>${escapeHtml(say('NO'))}</button></form>
<footer>${escapeHtml(say('ONLY_ONCE'))}</footer>`;
  return page(language, say('TITLE'), body);
}

/** The page with nothing but something to tell. */
export function messagePage(language: string, { title, text, question = '', facts = [] }: MessageView): string {
  const about = question === '' ? '' : `<p class="about">${isolated(question)}</p>\n`;
  const body = `<p class="question" role="status">${escapeHtml(text)}</p>
${about}${facts.length > 0 ? list(facts, title) : ''}`;
  return page(language, title, body);
}

function list(facts: readonly Fact[], label: string): string {
  const parts = facts.map(([name, value]) => `<dt>${isolated(name)}</dt><dd>${shownValue(value)}</dd>`);
  return `<dl aria-label="${escapeHtml(label)}">${parts.join('')}</dl>`;
}

function shownValue(value: string | ShownTime): string {
  if (typeof value === 'string') return isolated(value);
  return `<time datetime="${escapeHtml(value.iso)}">${escapeHtml(value.text)}</time>`;
}

/** What others wrote: in whatever direction it is read, what stands around it keeps its own. */
function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

function page(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}</main></body>
</html>
`;
}
