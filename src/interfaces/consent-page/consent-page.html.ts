import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/common/html.js';

/** Words of the page, in the language of the service. */
export type PageText =
  | 'TITLE'
  | 'YES'
  | 'NO'
  | 'ARGUMENTS'
  | 'ASKED_AT'
  | 'EXPIRES_AT'
  | 'RISK'
  | 'ONLY_ONCE'
  | 'INVALID_LINK'
  | 'CLOSED_LINK'
  | 'CODE'
  | 'WRONG_CODE'
  | 'TOO_MANY_CODES'
  | 'CODES_PAUSED';

/** What the page asks. Times are shown as they are given. */
export interface QuestionView {
  readonly question: string;
  /** Names and values as they may be shown, in order. */
  readonly arguments: readonly (readonly [name: string, value: string])[];
  readonly risk: string | null;
  readonly askedAt: string;
  /** Null where no clock runs. */
  readonly expiresAt: string | null;
  /** Whether a yes needs the code. */
  readonly asksCode: boolean;
  /** What was wrong with the last try. */
  readonly problem?: string;
}

const STYLE = `
:root { color-scheme: light dark; --line: #c8cdd4; --soft: #5b6470; --yes: #14663b; --no: #8a1f1f }
@media (prefers-color-scheme: dark) { :root { --line: #3b424c; --soft: #a3adba; --yes: #2f9e63; --no: #d05a5a } }
body { font: 17px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 8vh auto; padding: 0 1.25rem }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0 0 1rem }
.question { font-size: 1.35rem; line-height: 1.35; margin: 0 0 1.5rem; white-space: pre-wrap; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; border-block: 1px solid var(--line); padding: 1rem 0; margin: 0 0 1.5rem }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
form { display: flex; gap: .75rem; flex-wrap: wrap }
label { flex-basis: 100%; color: var(--soft) } .problem { color: var(--no); font-weight: 600 }
input { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .75rem; margin-top: .25rem; border: 1px solid var(--line); border-radius: .5rem }
button { font: inherit; font-weight: 600; padding: .6rem 1.8rem; border-radius: .5rem; border: 2px solid; background: transparent; cursor: pointer }
.yes { color: #fff; background: var(--yes); border-color: var(--yes) } .no { color: var(--no); border-color: var(--no) }
button:focus-visible, input:focus-visible { outline: 3px solid var(--soft); outline-offset: 3px }
footer { color: var(--soft); font-size: .9rem; margin-top: 1.5rem }`;

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
  const facts: (readonly [string, string])[] = [
    ...view.arguments,
    ...(view.risk === null ? [] : [[say('RISK'), view.risk] as const]),
    [say('ASKED_AT'), view.askedAt],
    ...(view.expiresAt === null ? [] : [[say('EXPIRES_AT'), view.expiresAt] as const]),
  ];
  const list = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const problem = view.problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(view.problem)}</p>\n`;
  const code = `<label>${escapeHtml(say('CODE'))}<input type="password" name="code" autocomplete="off"></label>\n`;
  const body = `<p class="question">${escapeHtml(view.question)}</p>
<dl aria-label="${escapeHtml(say('ARGUMENTS'))}">${list}</dl>
${problem}<form method="post">${view.asksCode ? code : ''}<button class="yes" name="decision" value="CONFIRM">${escapeHtml(say('YES'))}</button>
<button class="no" name="decision" value="REJECT">${escapeHtml(say('NO'))}</button></form>
<footer>${escapeHtml(say('ONLY_ONCE'))}</footer>`;
  return page(language, say('TITLE'), body);
}

/** The page with nothing but something to tell. */
export function messagePage(language: string, message: string, say: (text: PageText) => string): string {
  return page(language, say('TITLE'), `<p class="question" role="status">${escapeHtml(message)}</p>`);
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
