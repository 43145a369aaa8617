import type { Fetch } from './access-tokens.js';
import { AccessTokens, basic, encoded } from './access-tokens.js';
import { ToolFailure } from './failure.js';
import type { Auth, Project, RemoteHttpBinding } from './manifest.js';

/** What a request carries so that the service knows who calls. */
export interface Shown {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
}

/** Shows a service who calls, by what the environment holds. */
export class Credentials {
  private readonly project: Project;
  private readonly env: NodeJS.ProcessEnv;
  private readonly tokens: AccessTokens;

  constructor(project: Project, env: NodeJS.ProcessEnv, fetch: Fetch) {
    this.project = project;
    this.env = env;
    this.tokens = new AccessTokens(env, fetch);
  }

  /** @throws ToolFailure UNAUTHORIZED where a variable is missing that every call needs; as `AccessTokens.get` */
  async of(binding: RemoteHttpBinding, signal: AbortSignal): Promise<Shown> {
    const shown = await Promise.all(this.chosen(binding).map((auth) => this.show(auth, signal)));
    const cookies = shown.flatMap(({ cookie }) => cookie ?? []);
    const headers = Object.assign({}, ...shown.map(({ header = {} }) => header));
    return {
      headers: cookies.length > 0 ? { ...headers, cookie: cookies.join('; ') } : headers,
      query: shown.flatMap(({ param }) => (param ? [param] : [])),
    };
  }

  /** For a call that was not accepted: a token is had anew. */
  refused(binding: RemoteHttpBinding): void {
    for (const auth of this.chosen(binding)) this.tokens.forget(auth);
  }

  /** What would show who calls, where nothing is set that does: `A, or B and C`. */
  missing(binding: RemoteHttpBinding): string | undefined {
    const choices = this.choices(binding).filter((choice) => choice.length > 0);
    if (choices.length === 0 || choices.some((choice) => choice.every((auth) => this.isSet(auth)))) return undefined;
    return choices.map((choice) => choice.flatMap(variablesOf).join(' and ')).join(', or ');
  }

  /** All that must not be told, in every form that it is sent in. */
  secrets(): string[] {
    const { auth, credentials = {}, environment = [] } = this.project;
    const auths = [...(auth ? [auth] : []), ...Object.values(credentials)];
    const names = [...environment, ...auths.flatMap(variablesOf)];
    const values = names.flatMap((name) => this.env[name] ?? []);
    const logins = auths.filter(({ type }) => type === 'basic').map(({ env }) => this.login(env));
    const sent = logins.flatMap(([user, password]) => [password, basic(user, password)]);
    return [...values, ...values.map(encoded), ...sent, ...this.tokens.values()];
  }

  private choices({ credentials }: RemoteHttpBinding): (readonly Auth[])[] {
    const { auth, credentials: named = {} } = this.project;
    if (credentials === undefined) return auth ? [[auth]] : [];
    return credentials.map((names) => names.flatMap((name) => named[name] ?? []));
  }

  private chosen(binding: RemoteHttpBinding): readonly Auth[] {
    const choices = this.choices(binding);
    const set = choices.find((choice) => choice.length > 0 && choice.every((auth) => this.isSet(auth)));
    if (set) return set;
    const isOpen = choices.some((choice) => choice.every(({ required }) => required === false));
    if (choices.length === 0 || isOpen) return [];
    throw new ToolFailure('UNAUTHORIZED', `It must be set in the environment: ${this.missing(binding)}.`, {
      started: false,
    });
  }

  private isSet(auth: Auth): boolean {
    return variablesOf(auth).every((name) => Boolean(this.env[name]));
  }

  private async show(
    auth: Auth,
    signal: AbortSignal,
  ): Promise<{ header?: Record<string, string>; param?: [string, string]; cookie?: string }> {
    const { type, env, name = '' } = auth;
    const secret = this.env[env] ?? '';
    if (type === 'query') return { param: [name, secret] };
    if (type === 'cookie') return { cookie: `${name}=${secret}` };
    if (type === 'header') return { header: { [name.toLowerCase()]: secret } };
    if (type === 'basic') return { header: { authorization: `Basic ${basic(...this.login(env))}` } };
    const token = type === 'oauth2' ? await this.tokens.get(auth, signal) : secret;
    return { header: { authorization: `Bearer ${token}` } };
  }

  /** `user:password` in its two parts: a password may hold colons, a name may not. */
  private login(env: string): [user: string, password: string] {
    const [user = '', ...password] = (this.env[env] ?? '').split(':');
    return [user, password.join(':')];
  }
}

/** The variables that must be set for it. */
export function variablesOf({ env, client_id_env: client }: Auth): string[] {
  return client === undefined ? [env] : [client, env];
}
