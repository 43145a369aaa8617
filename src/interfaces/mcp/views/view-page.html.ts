import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../platform/common/html.js';
import type { JsonObject } from '../../../platform/common/json.js';
import type { PageWords } from '../../consent-page/index.js';
import { VIEW_SCRIPT } from './view-script.js';

const STYLE = `
:root { color-scheme: light dark; --line: #c8cdd4; --soft: #5b6470; --yes: #14663b; --no: #8a1f1f; --on-yes: #fff }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --line: #3b424c; --soft: #a3adba; --yes: #3fb979; --no: #ee8080; --on-yes: #06140c } }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark; --line: #3b424c; --soft: #a3adba; --yes: #3fb979; --no: #ee8080; --on-yes: #06140c }
html { background: Canvas; color: CanvasText }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; padding: 1rem }
h1 { font-size: .85rem; font-weight: 600; color: var(--soft); margin: 0 0 .5rem }
.question { font-size: 1.1rem; margin: 0 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; border-block: 1px solid var(--line); padding: .75rem 0; margin: 0 0 1rem }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
button { font: inherit; font-weight: 600; padding: .4rem 1.4rem; margin-right: .5rem; border-radius: .5rem; border: 2px solid; background: transparent; cursor: pointer }
.yes { color: var(--on-yes); background: var(--yes); border-color: var(--yes) } .no { color: var(--no); border-color: var(--no) }
button:focus-visible { outline: 3px solid var(--soft); outline-offset: 2px } button:disabled { opacity: .5; cursor: default }
footer { color: var(--soft); font-size: .85rem; margin-top: .75rem } [hidden] { display: none }`;

/** Nothing but the page's own style and script, whatever the host allows beyond that; it loads and sends nothing. */
const POLICY = `default-src 'none'; style-src '${digest(STYLE)}'; script-src '${digest(VIEW_SCRIPT)}'; form-action 'none'; base-uri 'none'`;

/** The page in which a host shows a question. What it shows comes with the answer to a call, and never stands in it. */
export function viewPage(language: string, words: PageWords): string {
  const say = (...text: Parameters<PageWords['say']>) => escapeHtml(words.say(...text));
  const labels: JsonObject = Object.fromEntries(
    (['RISK', 'ASKED_AT', 'EXPIRES_AT', 'NOT_SENT', 'CLOSED_LINK', 'OPEN_PAGE', 'YES'] as const).map((text) => [
      text,
      words.say(text),
    ]),
  );
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${say('TITLE')}</title><style>${STYLE}</style></head>
<body data-words="${escapeHtml(JSON.stringify(labels))}"><main><h1>${say('TITLE')}</h1>
<p class="question" role="status"></p>
<section hidden><dl aria-label="${say('ARGUMENTS')}"></dl>
<p class="note" hidden></p>
<button type="button" class="yes"></button><button type="button" class="no">${say('NO')}</button>
<footer>${say('ONLY_ONCE')}</footer></section></main><script>${VIEW_SCRIPT}</script></body>
</html>
`;
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
