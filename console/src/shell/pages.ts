import type { Permission } from '../api/me';

/** What the head of the console leads to, in order. A page has its route in routes.tsx and its name in languages. */
export const PAGES = [
  { to: '/', name: 'try', needs: ['conversation.talk'] },
  { to: '/actions', name: 'actions', needs: ['actions.read'] },
  { to: '/conversations', name: 'conversations', needs: ['ledger.read'] },
  { to: '/flow', name: 'flow', needs: ['flow.read'] },
  { to: '/rows', name: 'rows', needs: ['flow.read'] },
  { to: '/comparisons', name: 'comparisons', needs: ['flow.read'] },
  { to: '/tools', name: 'tools', needs: ['tools.call', 'servers.read'] },
  { to: '/operations', name: 'operations', needs: ['ledger.read'] },
] as const;

/** A permission that opens a page. */
export type PagePermission = (typeof PAGES)[number]['needs'][number] | 'flow.try';

/** What opens the page at a path, each of it; undefined for what anybody may see. */
export function needsOf(path: string): readonly PagePermission[] | undefined {
  if (path.startsWith('/flow/why')) return ['flow.try'];
  return PAGES.find(({ to }) => isAt(path, to))?.needs;
}

/** The start leads on to a conversation with an address of its own. */
export function isAt(path: string, to: string): boolean {
  return to === '/' ? path === '/' || path.startsWith('/try/') : path === to || path.startsWith(`${to}/`);
}

/** Whether a reader may open what needs one of these. */
export function opens(
  needs: readonly PagePermission[] | undefined,
  permissions: Readonly<Partial<Record<Permission, unknown>>>,
): boolean {
  return needs === undefined || needs.some((one) => permissions[one] !== undefined);
}
