/** What is asked, as it stands in the address: whoever opens it gets the same answer. */
export interface WhySearch {
  /** What the user says, one message after the other. */
  readonly say?: readonly string[] | undefined;
  /** Begin where this conversation stands. */
  readonly conversation?: string | undefined;
  readonly intent?: string | undefined;
  readonly state?: string | undefined;
  readonly context?: Values | undefined;
  readonly params?: Values | undefined;
  readonly results?: Values | undefined;
}

export type Values = Readonly<Record<string, unknown>>;

export function readWhySearch(search: Record<string, unknown>): WhySearch {
  const { say, conversation, intent, state, context, params, results } = search;
  const messages = (Array.isArray(say) ? say : [say]).filter((one) => one !== undefined && one !== '').map(String);
  return {
    say: messages.length > 0 ? messages : undefined,
    conversation: text(conversation),
    intent: text(intent),
    state: text(state),
    context: values(context),
    params: values(params),
    results: values(results),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function values(value: unknown): Values | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length > 0 ? (value as Values) : undefined;
}
