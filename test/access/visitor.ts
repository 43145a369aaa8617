import type { TestEngine } from '../helpers/engine.js';

/** What came of a request. */
export interface Visit {
  readonly status: number;
  /** Where it leads on; empty where it does not. */
  readonly location: string;
  readonly text: string;
  /** As they were sent. */
  readonly setCookies: readonly string[];
}

/** A browser as far as signing in is concerned: it keeps cookies for each host, follows forms, and says which page it is on. */
export class Visitor {
  /** By host, and then by name. Ports share them, as in browsers. */
  private readonly cookies = new Map<string, Map<string, string>>();

  constructor(private readonly engine: Pick<TestEngine, 'url'>) {}

  /** Sends a request, and follows nothing. */
  async visit(address: string, init: RequestInit = {}): Promise<Visit> {
    const url = new URL(address, this.engine.url);
    const jar = this.cookies.get(url.hostname) ?? new Map<string, string>();
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    const setCookies = response.headers.getSetCookie();
    for (const one of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(one)) jar.delete(name);
      else jar.set(name, value);
    }
    this.cookies.set(url.hostname, jar);
    const location = response.headers.get('location');
    const leadsTo = location === null ? '' : new URL(location, url).href;
    return { status: response.status, location: leadsTo, text: await response.text(), setCookies };
  }

  /** Asks the service as its own page does. */
  async ask(path: string, init: RequestInit = {}, engine: Pick<TestEngine, 'url'> = this.engine) {
    const origin = { origin: engine.url, ...(init.body !== undefined && { 'content-type': 'application/json' }) };
    const { status, text, setCookies } = await this.visit(new URL(path, engine.url).href, {
      ...init,
      headers: { ...origin, ...(init.headers as Record<string, string>) },
    });
    return { status, setCookies, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }

  /** Goes to the provider, says who it is, and gives the address with which the provider sends it back. */
  async throughProvider(name: string, returnTo = '/console/actions'): Promise<string> {
    const start = await this.visit(`/console/sign-in/start?returnTo=${encodeURIComponent(returnTo)}`);
    return this.follow(start.location, name === '' ? { no: '1' } : { name });
  }

  /** From the address of an authorization request to that which leads back to its client. */
  async follow(address: string, form: Record<string, string>): Promise<string> {
    const provider = new URL(address).origin;
    let at = address;
    for (let hops = 0; hops < 10; hops += 1) {
      if (new URL(at).origin !== provider) return at;
      const isForm = new URL(at).pathname.startsWith('/login/');
      const { location, status, text } = await this.visit(
        at,
        isForm ? { method: 'POST', body: new URLSearchParams(form) } : {},
      );
      if (location === '') throw new Error(`${at}: ${status} ${text}`);
      at = location;
    }
    throw new Error(`${at} leads on and on`);
  }

  /** Signs in, and gives where that leads. */
  async signIn(name: string, returnTo?: string): Promise<Visit> {
    return this.visit(await this.throughProvider(name, returnTo));
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(new URL(this.engine.url).hostname)?.get(name);
  }

  /** As somebody with access to the browser could. */
  setCookie(name: string, value: string): void {
    this.cookies.get(new URL(this.engine.url).hostname)?.set(name, value);
  }
}
