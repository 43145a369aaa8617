import type { Role } from '../../platform/config/index.js';

/** Whose: `own` conversations alone, or those of everybody. */
export type Reach = 'own' | 'any';

/** A part of the API, which one kind of key of the settings opens. */
export type Door = 'conversation' | 'tools' | 'administration';

interface PermissionEntry {
  readonly what: string;
  readonly door: Door;
  readonly roles: Readonly<Partial<Record<Role, Reach>>>;
}

/** Who may what. Whoever is not named may not; `docs/access.md` shows this table. */
export const PERMISSIONS = {
  'conversation.talk': {
    what: 'send messages, press buttons, rate answers',
    door: 'conversation',
    roles: { user: 'own', service: 'any' },
  },
  'conversation.read': {
    what: 'read and follow a conversation, with what decided its turns',
    door: 'conversation',
    roles: { user: 'own', service: 'any', viewer: 'any', operator: 'any', admin: 'any' },
  },
  'conversion.score': {
    what: 'score the conversion of a legacy rule',
    door: 'conversation',
    roles: { service: 'any', author: 'any' },
  },
  'mcp.use': {
    what: 'every method of the Model Context Protocol; what is asked there is asked by a program, also with the token of a user',
    door: 'tools',
    roles: { user: 'own', service: 'any', agent: 'any' },
  },
  'tools.call': {
    what: 'list and call tools over REST',
    door: 'tools',
    roles: { service: 'any', agent: 'any' },
  },
  'actions.read': {
    what: 'read actions, the record of each consent, schedules, and runs of workflows',
    door: 'administration',
    roles: { viewer: 'any', approver: 'any', operator: 'any', admin: 'any' },
  },
  'actions.approve': {
    what: 'approve or refuse an action, never one that they asked for',
    door: 'administration',
    roles: { approver: 'any', admin: 'any' },
  },
  'actions.settle': {
    what: 'say whether an action in doubt, or a step of a workflow, has happened; have a workflow go on, or end it; stop a schedule',
    door: 'administration',
    roles: { operator: 'any', admin: 'any' },
  },
  'workflows.signal': {
    what: 'give a run of a workflow what it waits for',
    door: 'administration',
    roles: { service: 'any', operator: 'any', admin: 'any' },
  },
  'ledger.read': {
    what: 'read all conversations, model calls and numbers',
    door: 'administration',
    roles: { viewer: 'any', operator: 'any', admin: 'any' },
  },
  'metrics.read': {
    what: 'read what a process measures (`/metrics`)',
    door: 'administration',
    roles: { viewer: 'any', operator: 'any', admin: 'any' },
  },
  'conversation.answer': {
    what: 'take a conversation over from the engine, answer in it, and hand it back',
    door: 'administration',
    roles: { operator: 'any', admin: 'any' },
  },
  'flow.read': {
    what: 'read the flow and the names of its files, what is loaded of it, and what transforms save',
    door: 'administration',
    roles: { viewer: 'any', operator: 'any', author: 'any', admin: 'any' },
  },
  'flow.try': {
    what: 'see how messages would be answered, and why, also from where a conversation stands',
    door: 'administration',
    roles: { operator: 'any', author: 'any', admin: 'any' },
  },
  'flow.load': {
    what: 'load the flow tables again',
    door: 'administration',
    roles: { operator: 'any', author: 'any', admin: 'any' },
  },
  'flow.change': {
    what: 'change rows of the flow, read and change files of tools and languages, and undo that',
    door: 'administration',
    roles: { author: 'any', admin: 'any' },
  },
  'servers.read': {
    what: 'see the other servers whose tools are used, and what of these has changed',
    door: 'administration',
    roles: { viewer: 'any', operator: 'any', author: 'any', admin: 'any' },
  },
  'servers.approve': {
    what: 'let a tool of another server be called that has changed',
    door: 'administration',
    roles: { operator: 'any', admin: 'any' },
  },
  'webhook.send': {
    what: 'have events sent again that the webhook has not got',
    door: 'administration',
    roles: { operator: 'any', admin: 'any' },
  },
  'privacy.erase': {
    what: 'erase what is stored of a user, or a conversation',
    door: 'administration',
    roles: { admin: 'any' },
  },
  'privacy.export': {
    what: 'have everything that is stored of a user',
    door: 'administration',
    roles: { admin: 'any' },
  },
  'privacy.verify': {
    what: 'see receipts of erasures, and whether they hold',
    door: 'administration',
    roles: { viewer: 'any', operator: 'any', admin: 'any' },
  },
  'documents.read': {
    what: 'list documents',
    door: 'administration',
    roles: { viewer: 'any', operator: 'any', author: 'any', admin: 'any' },
  },
  'documents.write': {
    what: 'take in and remove documents',
    door: 'administration',
    roles: { author: 'any', admin: 'any' },
  },
} as const satisfies Record<string, PermissionEntry>;

export type Permission = keyof typeof PERMISSIONS;

/** Whose conversations somebody with these roles may do it with; undefined where they may not do it at all. */
export function reachOf(roles: readonly Role[], permission: Permission): Reach | undefined {
  const { roles: allowed }: PermissionEntry = PERMISSIONS[permission];
  const reaches = roles.map((role) => allowed[role]);
  return reaches.includes('any') ? 'any' : reaches.find((reach) => reach !== undefined);
}
