/** What the address of the page says: so that what one sees can be shared. */
export interface FlowSearch {
  /** The part that is looked at, as its id of the model: `rule:12`. */
  readonly at?: string | undefined;
  readonly text?: string | undefined;
  /** The way it is shown; by the width of the window where absent. */
  readonly view?: 'map' | 'list' | undefined;
}

export function readFlowSearch({ at, text, view }: Record<string, unknown>): FlowSearch {
  return {
    ...(typeof at === 'string' && { at }),
    ...(typeof text === 'string' && { text }),
    ...((view === 'map' || view === 'list') && { view }),
  };
}
