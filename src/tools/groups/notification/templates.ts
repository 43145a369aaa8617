import { escapeHtml } from '../../../platform/common/html.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { lookupPath, renderTemplate, templateVariables } from '../../../platform/common/template.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { ToolError } from '../../tool-error.js';

/** `convengine.mcp.notification`. */
export type NotificationSettings = ConvEngineConfig['mcp']['notification'];
type Template = NotificationSettings['templates'][string];

/** What is sent. */
export interface RenderedMessage {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

const MAX_CHARS = 100_000;

/**
 * A template with values in it, in one pass: a value is never read as a template, nor as HTML.
 * @throws ToolError naming the values that are missing
 */
export function renderMessage(template: Template, values: JsonObject): RenderedMessage {
  const missing = new Set<string>();
  const render = (text: string, escaped: (text: string) => string) => {
    const rendered = renderTemplate(text, (path) => {
      const value = lookupPath(values, path);
      return value === undefined || value === null ? undefined : escaped(textOf(value));
    });
    for (const path of rendered.missing) missing.add(path);
    if (rendered.text.length > MAX_CHARS) throw new ToolError(`The message has more than ${MAX_CHARS} characters.`);
    return rendered.text;
  };
  const asIs = (text: string) => text;
  const message = {
    subject: oneLine(render(template.subject, asIs)),
    text: render(template.text, asIs),
    ...(template.html !== undefined && { html: render(template.html, escapeHtml) }),
  };
  if (missing.size > 0) throw new ToolError(`The template needs values for ${[...missing].join(', ')}.`);
  return message;
}

/** The paths at which `values` must have something for a template, each as its names; one into a list ends before that. */
export function neededValues({ subject, text, html = '' }: Template): string[][] {
  const paths = [subject, text, html].flatMap(templateVariables);
  const named = paths.map((path) => path.replace(/(?:\[|\.\d+(?:[.[]|$)).*/s, ''));
  return [...new Set(named)].map((path) => path.split('.'));
}

/** A header has one line: whatever else a value brings along becomes a space. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
