import type { ConvEngineConfig, Role } from '../config/index.js';

type Claims = Readonly<Record<string, unknown>>;
type RoleSettings = Pick<ConvEngineConfig['auth']['oidc'], 'roleClaim' | 'roles' | 'defaultRole'>;

/** What the holder of a token may be, by the claim that the settings name; empty where they are refused. */
export function rolesOf(claims: Claims, { roleClaim, roles, defaultRole }: RoleSettings): readonly Role[] {
  const values = claimOf(claims, roleClaim);
  const named = values.flatMap((value) => (Object.hasOwn(roles, value) ? (roles[value] ?? []) : []));
  if (named.length > 0) return [...new Set(named)];
  return defaultRole === '' ? [] : [defaultRole];
}

/** Whether the claim is there, by its name or inside another. */
export function hasClaim(claims: Claims, name: string): boolean {
  return found(claims, name) !== undefined;
}

/** What a claim says: a text, a list of them, or words between spaces; `a.b` is also one inside another. */
export function claimOf(claims: Claims, name: string): string[] {
  return textsOf(found(claims, name));
}

function found(claims: Claims, name: string): unknown {
  return claims[name] ?? inside(claims, name.split('.'));
}

function inside(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? inside((value as Record<string, unknown>)[name], rest) : undefined;
}

/** A list, or words between spaces as in `scope`. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
