/** What the head of the console leads to, in order. A page has its route in routes.tsx and its name in languages. */
export const PAGES = [
  { to: '/', name: 'try' },
  { to: '/actions', name: 'actions' },
  { to: '/conversations', name: 'conversations' },
  { to: '/flow', name: 'flow' },
  { to: '/rows', name: 'rows' },
  { to: '/tools', name: 'tools' },
  { to: '/operations', name: 'operations' },
] as const;
