/** What can have become of a pending action; what each of them means stands with its life cycle. */
export const ACTION_STATUSES = ['OPEN', 'IN_PROGRESS', 'EXECUTED', 'REJECTED', 'EXPIRED'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];
