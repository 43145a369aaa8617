import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
} from '@tanstack/react-router';
import { readActionSearch } from './pages/actions/action-search';
import { readConversationSearch } from './pages/conversations/conversation-search';
import { readFlowSearch } from './pages/flow/flow-search';
import { readOperationsSearch } from './pages/operations/operations-search';
import { readRowsSearch } from './pages/rows/rows-search';
import { readSignInSearch } from './pages/sign-in/sign-in-search';
import { readToolSearch } from './pages/tools/tool-search';
import { readWhySearch } from './pages/why/why-search';
import { Loading } from './parts/loading';
import { NotFound } from './parts/not-found';
import { Broken } from './parts/problem';
import { Shell } from './shell/shell';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

// The code of a page is loaded when somebody goes there.
const tryPage = lazyRouteComponent(() => import('./pages/try/try-page'), 'TryPage');
const tryNew = createRoute({ getParentRoute: () => root, path: '/', component: tryPage });
const tryOne = createRoute({ getParentRoute: () => root, path: '/try/$conversationId', component: tryPage });

const actionsPage = lazyRouteComponent(() => import('./pages/actions/actions-page'), 'ActionsPage');
const actions = createRoute({
  getParentRoute: () => root,
  path: '/actions',
  component: actionsPage,
  validateSearch: readActionSearch,
});
const actionPage = lazyRouteComponent(() => import('./pages/actions/action-page'), 'ActionPage');
const action = createRoute({ getParentRoute: () => root, path: '/actions/$actionId', component: actionPage });

const conversationsPage = lazyRouteComponent(
  () => import('./pages/conversations/conversations-page'),
  'ConversationsPage',
);
const conversations = createRoute({
  getParentRoute: () => root,
  path: '/conversations',
  component: conversationsPage,
  validateSearch: readConversationSearch,
});
const conversationPage = lazyRouteComponent(
  () => import('./pages/conversations/conversation-page'),
  'ConversationPage',
);
const conversation = createRoute({
  getParentRoute: () => root,
  path: '/conversations/$conversationId',
  component: conversationPage,
});

const flowPage = lazyRouteComponent(() => import('./pages/flow/flow-page'), 'FlowPage');
const flow = createRoute({
  getParentRoute: () => root,
  path: '/flow',
  component: flowPage,
  validateSearch: readFlowSearch,
});

const whyPage = lazyRouteComponent(() => import('./pages/why/why-page'), 'WhyPage');
const why = createRoute({
  getParentRoute: () => root,
  path: '/flow/why',
  component: whyPage,
  validateSearch: readWhySearch,
});

const rowsPage = lazyRouteComponent(() => import('./pages/rows/rows-page'), 'RowsPage');
const rows = createRoute({
  getParentRoute: () => root,
  path: '/rows',
  component: rowsPage,
  validateSearch: readRowsSearch,
});

const comparisonsPage = lazyRouteComponent(() => import('./pages/comparisons/comparisons-page'), 'ComparisonsPage');
const comparisons = createRoute({ getParentRoute: () => root, path: '/comparisons', component: comparisonsPage });
const shadowPage = lazyRouteComponent(() => import('./pages/comparisons/shadow-page'), 'ShadowPage');
const shadow = createRoute({ getParentRoute: () => root, path: '/comparisons/$shadowNo', component: shadowPage });

const toolsPage = lazyRouteComponent(() => import('./pages/tools/tools-page'), 'ToolsPage');
const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  component: toolsPage,
  validateSearch: readToolSearch,
});

const operationsPage = lazyRouteComponent(() => import('./pages/operations/operations-page'), 'OperationsPage');
const operations = createRoute({
  getParentRoute: () => root,
  path: '/operations',
  component: operationsPage,
  validateSearch: readOperationsSearch,
});

const signInPage = lazyRouteComponent(() => import('./pages/sign-in/sign-in-page'), 'SignInPage');
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: signInPage,
  validateSearch: readSignInSearch,
});

const parseSearch = parseSearchWith((written) => {
  const value: unknown = JSON.parse(written);
  return typeof value === 'number' ? written : value;
});

/** The values of an address: texts, lists and objects. `text=7017` looks for a text, too. */
function readSearch(search: string): Record<string, unknown> {
  const values = Object.entries(parseSearch(search));
  return Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]));
}

/** The addresses below /console. */
export const router = createRouter({
  routeTree: root.addChildren([
    tryNew,
    tryOne,
    actions,
    action,
    conversations,
    conversation,
    flow,
    why,
    rows,
    comparisons,
    shadow,
    tools,
    operations,
    signIn,
  ]),
  basepath: '/console',
  parseSearch: readSearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <Broken error={error} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
