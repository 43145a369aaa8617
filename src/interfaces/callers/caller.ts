import type { ConversationOwner } from '../../engine/principal/index.js';
import type { Role } from '../../platform/config/index.js';
import type { BrowserSession } from '../../platform/identity/index.js';
import type { ClientScope } from './client-scope.js';
import type { Door } from './permissions.js';
import type { RouteAccess } from './routes.js';

/** Whoever sends a request, as far as it was proved. */
export interface Caller {
  /** The subject of a token or the name of an API key; empty for the keys of the settings and where nobody had to prove anything. */
  readonly subject: string;
  readonly roles: readonly Role[];
  /** Whose data its requests are about. */
  readonly tenant: string;
  readonly proof: 'none' | 'key' | 'token';
  /** What it may see of the tools. */
  readonly scope: ClientScope;
  /** By what its requests are counted; undefined for those that are counted for nobody. */
  readonly countedAs: string | undefined;
  /**
   * The parts of the API where it is known at all: a key of the settings opens its own, and is unknown elsewhere. Undefined
   * for keys of our own and for tokens, which are known everywhere.
   */
  readonly doors: readonly Door[] | undefined;
  /** That of the browser that has signed in, where it is what makes the caller who they are. */
  readonly session?: BrowserSession;
}

/** A caller at an address that is open to it. */
export interface Admitted {
  readonly caller: Caller;
  /** The row of the address in the table of routes. */
  readonly access: RouteAccess;
  /** Whose conversations alone it may use here; those of everybody where undefined. */
  readonly owner: ConversationOwner | undefined;
}
