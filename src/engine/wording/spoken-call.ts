import type { JsonObject } from '../../platform/common/json.js';
import { renderTemplate } from '../../platform/common/template.js';
import { spokenValues } from './outcome-text.js';
import type { EngineText, Replies } from './replies.js';
import { schedulesInWords } from './spoken-schedule.js';

/** What is put into words: what would be done, as its author describes it, and with what. */
export interface Deed {
  readonly description: string;
  readonly arguments: JsonObject;
}

/**
 * The variables of questions about an action or a tool. `call` goes on behind "Shall I" and `step` stands in a list, both
 * with the arguments, where there are any; `action`, `tool` and `arguments` are the parts as they are.
 * @param say words of the flow or the language
 */
export function spokenCall(
  deed: Deed,
  { deed: words, schedule }: Pick<Replies, 'deed' | 'schedule'>,
  say: (name: EngineText) => string,
): JsonObject {
  const description = firstSentence(deed.description);
  const args = spokenValues(schedulesInWords(deed.arguments, { schedule }));
  const withArguments = (text: string) => (args === '' ? text : fill(words.with, { deed: text, arguments: args }));
  const inSentence = begunWithVerb(description, words);
  return {
    call:
      inSentence === undefined
        ? fill(words.otherwise, { call: withArguments(description) })
        : withArguments(inSentence),
    step: withArguments(inSentence ?? description),
    action: description,
    tool: description,
    arguments: args || say('ActionProposalStep.NO_ARGUMENTS_TEXT'),
  };
}

/** Without the full stop: it goes into the middle of a sentence. */
function firstSentence(description: string): string {
  const [first = ''] = description.trim().split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  return first.replace(/\.$/, '');
}

/** "Cancel the order" and "Cancels an order" as they go on behind "Shall I"; undefined where the verb is not known. */
function begunWithVerb(description: string, { verbs, endings }: Replies['deed']): string | undefined {
  const [word = ''] = /^[\p{L}\p{M}]+/u.exec(description) ?? [];
  const lower = word.toLowerCase();
  const forms = [
    lower,
    ...endings.filter(([end]) => lower.endsWith(end)).map(([end, base]) => lower.slice(0, -end.length) + base),
  ];
  const verb = forms.find((form) => verbs.includes(form));
  return verb === undefined ? undefined : verb + description.slice(word.length);
}

function fill(template: string, values: JsonObject): string {
  return renderTemplate(template, (path) => values[path]).text;
}
