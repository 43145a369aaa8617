import { AsyncLocalStorage } from 'node:async_hooks';

/** The tenant of a service that has one. */
export const DEFAULT_TENANT = 'default';

/** Stands for all tenants at once; no tenant is called so. */
export const ALL_TENANTS = '*';

/** What a tenant may be called. */
export const TENANT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

const current = new AsyncLocalStorage<string>();

/**
 * Does some work, and all that it begins, for one tenant: where the database keeps tenants apart, its statements see and
 * write that tenant's rows alone. Requests are answered inside of it; a program that embeds the engine says so itself.
 */
export function inTenant<T>(tenant: string, work: () => T): T {
  return current.run(tenant, work);
}

/**
 * Does some work for all tenants. It may read, change and delete their rows, but add none. Only the service's own
 * upkeep uses it, never a request.
 */
export function acrossTenants<T>(work: () => T): T {
  return current.run(ALL_TENANTS, work);
}

/**
 * A person's name where the people of all tenants stand together. For any tenant but `default` it begins with the
 * tenant's name and a line break, which no name has.
 */
export function nameAmongAll(name: string, tenant: string = currentTenant() ?? DEFAULT_TENANT): string {
  return tenant === DEFAULT_TENANT ? name : `${tenant}\n${name}`;
}

/** The tenant of the work at hand, `ALL_TENANTS` for all; undefined where nobody has said: then there are no rows to see. */
export function currentTenant(): string | undefined {
  return current.getStore();
}
