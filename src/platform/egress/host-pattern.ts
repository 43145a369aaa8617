const PATTERN = /^(?<host>.*?)(?::(?<port>\d{1,5}))?$/;

/** Hosts that a setting names: `api.example.com`, `*.example.com` (not `example.com` itself), `*`; with or without `:port`. */
export class HostPattern {
  private readonly host: string;
  /** Undefined where the pattern says nothing about ports. */
  readonly port: number | undefined;

  constructor(text: string) {
    const { host = '', port } = PATTERN.exec(text)?.groups ?? {};
    this.host = host.startsWith('*') ? host.toLowerCase() : hostOf(new URL(`http://${host}`));
    this.port = port === undefined ? undefined : Number(port);
  }

  /** @param host as `hostOf` gives it */
  matchesHost(host: string): boolean {
    if (this.host === '*') return true;
    return this.host.startsWith('*') ? host.endsWith(this.host.slice(1)) : host === this.host;
  }
}

/** The host of an address in the one spelling: lower case, numbers as IP addresses, no dot at the end. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

/** The port of an address, the scheme's own where it names none. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
