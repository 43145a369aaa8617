import { read, type Schema, type Service } from './service.js';

/** Who decides, and why; kept with the action. */
export interface Word {
  /** Counts where the key or token does not say who asks. */
  readonly by: string;
  /** Why. */
  readonly note?: string;
}

/** An action that its user has said yes to and that nobody has approved yet. Both buttons are about the revision that was read. */
export type ActionToApprove = Schema<'ActionAwaitingApproval'> & {
  /** For one execution: the user's next yes carries it out. */
  approve(word: Word): Promise<Schema<'ApprovedAction'>>;
  /** No yes runs it any more; the next turn tells the user. */
  refuse(word: Word): Promise<Schema<'RefusedAction'>>;
};

/** The actions that wait for an approval, oldest first. @throws ServiceError */
export async function actionsToApprove(
  service: Service,
  signal: AbortSignal | null = null,
): Promise<ActionToApprove[]> {
  const waiting = await read(service.api.GET('/api/v1/actions/awaiting-approval', { signal }));
  return waiting.map((action) => {
    const { proposalId, revision } = action;
    const params = { path: { proposalId } };
    const body = ({ by, note = '' }: Word) => ({ revision, by, note });
    return {
      ...action,
      approve: (word) => read(service.api.POST('/api/v1/actions/{proposalId}/approve', { params, body: body(word) })),
      refuse: (word) => read(service.api.POST('/api/v1/actions/{proposalId}/refuse', { params, body: body(word) })),
    };
  });
}
