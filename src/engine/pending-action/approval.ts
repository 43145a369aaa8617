import { idIn, type Principal } from '../principal/index.js';
import { requestersIn } from './requesters.js';

/** Somebody's word that an action may be carried out: for one revision of one proposal, and for one time. */
export interface Approval {
  readonly revision: number;
  readonly argumentsHash: string;
  readonly by: string;
  readonly note: string;
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** When a claim has used it up. */
  readonly usedAtMs: number | null;
}

/** Who approves or refuses to, and why. */
export type Approver = Pick<Approval, 'by' | 'note'>;

/**
 * Whether the approval of a principal, or their refusal, counts for an action: nobody approves what they have asked for, and no program does
 * that decides by itself. Whoever has the name of a requester is that requester, in whatever role they come back and however it is
 * written there; without a proved name, two people cannot be told apart.
 */
export function mayApprove(principal: Principal, { requestedBy }: { readonly requestedBy: string | null }): boolean {
  const isRequester =
    principal.id !== '' &&
    requestersIn(requestedBy).some((requester) => plainName(idIn(requester)) === plainName(principal.id));
  return principal.kind !== 'AGENT' && !isRequester;
}

/** Whether a principal has given the approval of an action: their own yes is not the other one that it needs. */
export function hasApproved({ id }: Pick<Principal, 'id'>, { approval }: Pick<Approved, 'approval'>): boolean {
  const [proved = ''] = (approval?.by ?? '').split(' (says: ');
  return id !== '' && [proved, idIn(proved)].some((approver) => plainName(approver) === plainName(id));
}

/** Services, keys and providers write a name in their own way: "Ann" to the one is "ann" to the other. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
}

/** What an approval is of. */
type Approved = Pick<Approval, 'revision' | 'argumentsHash'> & { readonly approval: Approval | null };

/** True while an approval of exactly this revision is there that nothing has used yet. */
export function isApproved({ approval, revision, argumentsHash }: Approved): boolean {
  if (approval === null || approval.usedAtMs !== null) return false;
  return approval.revision === revision && approval.argumentsHash === argumentsHash;
}
