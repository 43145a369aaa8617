/**
 * The script of the view, as browsers run it: nothing compiles it. It speaks with the host alone, in messages of MCP Apps
 * 2026-01-26, and writes what it is sent as text, never as HTML.
 */
export const VIEW_SCRIPT = `
'use strict';
const find = (selector) => document.querySelector(selector);
const words = JSON.parse(document.body.dataset.words);
const waiting = new Map();
let question, host = {}, requests = 0;

const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const tell = (method, params = {}) => send({ method, params });
const ask = (method, params) => new Promise((resolve, reject) => {
  waiting.set(++requests, { resolve, reject });
  send({ id: requests, method, params });
});

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  const { id, method, params, result, error } = data;
  if (method === undefined) {
    const asked = waiting.get(id);
    waiting.delete(id);
    return error ? asked?.reject(error) : asked?.resolve(result);
  }
  if (method === 'ui/notifications/tool-result') show(params);
  if (method === 'ui/notifications/host-context-changed') paint(params);
  if (id === undefined) return;
  if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
});

function paint({ theme }) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}

/** The question of an answer that has one, else only what the answer says. */
function show({ _meta, structuredContent, content }) {
  question = _meta?.['convengine/question'];
  if (!question) return say(structuredContent?.message ?? content?.find(({ text }) => text)?.text ?? '');
  say(question.question);
  find('section').hidden = false;
  find('.note').hidden = question.note === undefined;
  find('.note').textContent = question.note ?? '';
  find('.yes').hidden = question.yes === 'none';
  find('.yes').textContent = question.yes === 'page' ? words.OPEN_PAGE : words.YES;
  list();
}

function say(text) {
  find('section').hidden = true;
  find('.question').textContent = text;
}

function list() {
  const { values, risk, askedAt, expiresAt } = question;
  const facts = [...values, [words.ASKED_AT, ago(askedAt)], [words.EXPIRES_AT, ago(expiresAt)]];
  if (risk !== null) facts.push([words.RISK, risk]);
  find('dl').replaceChildren(...facts.flatMap(([name, value]) => [element('dt', name), element('dd', value)]));
}

function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

/** A time, and how far it is from now, in the words of the page's language. */
function ago(time) {
  const { lang } = document.documentElement;
  const seconds = Math.round((Date.parse(time) - Date.now()) / 1000);
  const [size, unit] = [[3600, 'hour'], [60, 'minute'], [1, 'second']].find(([size]) => Math.abs(seconds) >= size) ?? [1, 'second'];
  const distance = [Math.round(seconds / size), unit];
  const clock = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(time));
  return clock + ' (' + new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(...distance) + ')';
}

async function decide(decision) {
  if (decision === 'yes' && question.yes === 'page') return ask('ui/open-link', { url: question.url });
  const buttons = [find('.yes'), find('.no')];
  for (const button of buttons) button.disabled = true;
  const { key } = question;
  try {
    const { content, structuredContent } = await ask('tools/call', { name: 'convengine_decide', arguments: { key, decision } });
    say(structuredContent?.message ?? content[0].text);
    question = undefined;
    if (host.updateModelContext) await ask('ui/update-model-context', { content });
  } catch {
    if (question === undefined) return;
    find('.note').hidden = false;
    find('.note').textContent = words.NOT_SENT;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

// A press is one of a person: no script makes one that is trusted.
find('.yes').addEventListener('click', (event) => event.isTrusted && decide('yes').catch(() => undefined));
find('.no').addEventListener('click', (event) => event.isTrusted && decide('no').catch(() => undefined));
setInterval(() => {
  if (!question) return;
  if (Date.parse(question.expiresAt) > Date.now()) return list();
  question = undefined;
  say(words.CLOSED_LINK);
}, 1000);

const appInfo = { name: 'convengine-question', version: '1.0.0' };
ask('ui/initialize', { appInfo, appCapabilities: {}, protocolVersion: '2026-01-26' }).then((answer) => {
  host = answer.hostCapabilities;
  paint(answer.hostContext);
  tell('ui/notifications/initialized');
  new ResizeObserver(() => {
    const { scrollWidth: width } = document.documentElement;
    tell('ui/notifications/size-changed', { width, height: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
});
`;
